import { alerts } from '@notafter/db';
import type { AlertId, OrganizationId } from '@notafter/domain';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { loadRoutes } from '../../routing/internal/routes.ts';
import { notifyAgain } from '../notify.ts';

const BATCH = 200;

/** Open, unacknowledged alerts that were neither delivered anywhere nor are being sent. */
const isPending = (orgId: OrganizationId) =>
  and(
    eq(alerts.orgId, orgId),
    isNull(alerts.resolvedAt),
    isNull(alerts.acknowledgedAt),
    sql`not exists (
      select from deliveries where alert_id = ${alerts.id} and kind = 'alert' and state in ('pending', 'sending', 'sent')
        and channel <> 'status_page')`,
  );

/** Notifies the channels that the current routes name of open alerts that no one received, as when the first channel is enabled. */
export const notifyPending = async (ctx: SystemContext, orgId: OrganizationId): Promise<void> => {
  let after: AlertId | null = null;
  for (;;) {
    const last: AlertId | null = await withTransaction(ctx, async (tx) => {
      const route = (await loadRoutes(tx, [orgId])).get(orgId);
      if (route === undefined || route.channels.length === 0) return null;
      const raised = await tx.db
        .select({ id: alerts.id, orgId: alerts.orgId, certificateId: alerts.certificateId, rule: alerts.rule, threshold: alerts.threshold })
        .from(alerts)
        .where(and(isPending(orgId), after === null ? undefined : gt(alerts.id, after)))
        .orderBy(asc(alerts.id))
        .limit(BATCH)
        .for('no key update');
      await notifyAgain(tx, raised);
      return raised.at(-1)?.id ?? null;
    });
    if (last === null) return;
    after = last;
  }
};
