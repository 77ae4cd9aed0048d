import { DomainError, type EventId, type EventType, type WebhookEndpointId } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../../context.ts';
import { type EndpointRow, lockEndpointForOrg } from '../../events/internal/endpoint-view.ts';

type Tx = Pick<TransactionContext<OrgContext>, 'db' | 'clock'> & { readonly org: Pick<OrgContext['org'], 'id'> };

/** Locks an endpoint that receives events now. Throws `webhook_endpoint_not_found`, `webhooks_plan` or `webhook_endpoint_paused`. */
export const lockOpenEndpoint = async (tx: Tx, id: WebhookEndpointId): Promise<EndpointRow> => {
  const row = await lockEndpointForOrg(tx, id);
  if (!row.enabled || row.brokenAt !== null) throw new DomainError('webhook_endpoint_paused');
  return row;
};

type Wanted = { readonly eventId: EventId } | { readonly since: Date; readonly types: readonly EventType[] };

const matches = (wanted: Wanted): SQL =>
  'eventId' in wanted
    ? sql`event.id = ${wanted.eventId}`
    : sql`event.occurred_at >= ${wanted.since.toISOString()}::timestamptz and event.type in (${sql.join(
        wanted.types.map((type) => sql`${type}`),
        sql`, `,
      )})`;

/** A single event may have been delivered before; of several, only undelivered ones. */
const resendable = (wanted: Wanted): SQL => ('eventId' in wanted ? sql`('dead', 'cancelled', 'sent')` : sql`('dead', 'cancelled')`);

/** Queues events of the organization for an endpoint, starting over; returns how many. Leaves deliveries in progress alone. */
export const sendAgain = async (tx: Tx, endpointId: WebhookEndpointId, wanted: Wanted): Promise<number> => {
  const rows = await tx.db.execute(sql`
    insert into webhook_deliveries (endpoint_id, event_id, state, due_at)
    select ${endpointId}::uuid, event.id, 'pending', ${tx.clock.now().toISOString()}::timestamptz
    from events as event where event.org_id = ${tx.org.id} and ${matches(wanted)}
    order by event.id
    on conflict (endpoint_id, event_id) do update set state = 'pending', due_at = excluded.due_at, attempts = 0
    where webhook_deliveries.state in ${resendable(wanted)}
    returning 1`);
  return rows.length;
};
