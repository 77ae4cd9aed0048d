import { newId, type Transaction } from '@notafter/db';
import type { AlertId, DeliveryChannel, DeliveryKind, OrganizationId } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { DeliverySchedule } from '../../routing/internal/routes.ts';

export interface NewDelivery extends DeliverySchedule {
  readonly orgId: OrganizationId;
  readonly alertId: AlertId;
  readonly channel: DeliveryChannel;
  readonly kind: DeliveryKind;
}

/**
 * Inserts deliveries, one per alert, channel and kind, and wakes their queues. A delivery that failed because its channel was
 * broken or switched off starts over.
 */
export const insertDeliveries = async (db: Transaction, rows: readonly NewDelivery[], now: Date): Promise<void> => {
  if (rows.length === 0) return;
  const values = rows.map(({ orgId, alertId, channel, kind, dueAt, heldFor }) => ({
    id: newId<'delivery'>(),
    org_id: orgId,
    alert_id: alertId,
    channel,
    kind,
    due_at: dueAt,
    held_for: heldFor,
  }));
  await db.execute(sql`
    with inserted as (
      insert into deliveries (id, org_id, alert_id, channel, kind, state, due_at, held_for, created_at)
      select id, org_id, alert_id, channel, kind, 'pending', due_at, held_for, ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as made (
        id uuid, org_id uuid, alert_id uuid, channel text, kind text, due_at timestamptz, held_for text)
      order by alert_id, channel
      on conflict (alert_id, channel, kind) do update
        set state = 'pending', due_at = excluded.due_at, held_for = excluded.held_for, attempts = 0
        where deliveries.state in ('dead', 'cancelled')
      returning org_id, channel, due_at
    )
    insert into delivery_queues (org_id, channel, due_at)
    select org_id, channel, min(due_at) from inserted group by org_id, channel order by org_id, channel
    on conflict (org_id, channel) do update set due_at = least(delivery_queues.due_at, excluded.due_at)`);
};
