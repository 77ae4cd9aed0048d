import { alerts } from '@notafter/db';
import type { OrganizationId } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { notify } from '../delivery/notify.ts';
import { endAlerts } from './internal/end-alerts.ts';
import type { LedgerContext } from './internal/ledger-context.ts';

/** Ends the open alerts of removed certificates and collectors. Call it in the transaction that removed them. */
export const endAlertsOfRemoved = async (ctx: LedgerContext, orgId: OrganizationId): Promise<void> => {
  const isOfRemoved = sql`${alerts.orgId} = ${orgId}
    and not exists (select from certificates where id = ${alerts.certificateId}) and not exists (select from collectors where id = ${alerts.certificateId})`;
  await notify(ctx, { ended: await endAlerts(ctx, isOfRemoved, { resolution: 'removed' }) });
};
