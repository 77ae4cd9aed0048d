import type { CertificateSelection } from '@notafter/domain/inputs';
import { sql } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { matchesSelection } from './internal/certificate-query.ts';

/** Deleting a million rows with their history takes longer than any other statement may. */
const TIMEOUT_MS = 10 * 60 * 1000;

/** Ends the monitoring of every selected certificate of the organisation; other ids are passed over. One audit row with the count. */
export const removeCertificates = async (ctx: OrgContext, selection: CertificateSelection): Promise<{ deleted: number }> => {
  requirePermission(ctx, 'certificates/remove-certificates');
  const now = ctx.clock.now();
  return withTransaction(ctx, 'certificates/remove-certificates', async (tx, audit) => {
    await tx.db.execute(sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`);
    // Locked in the order of their ids, as every other writer of several rows does.
    const [row] = await tx.db.execute<{ deleted: number }>(sql`
      with selected as materialized (
        select id from certificates where ${matchesSelection(tx.org.id, selection, now)} order by id for update
      ), removed as (
        delete from certificates using selected where certificates.id = selected.id returning 1
      )
      select count(*)::int as deleted from removed`);
    const deleted = row?.deleted ?? 0;
    audit({ detail: 'ids' in selection ? { deleted } : { deleted, ...selection.filter } });
    return { deleted };
  });
};
