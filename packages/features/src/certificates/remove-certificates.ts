import { type CertificateSelection, certificateSelectionInput } from '@notafter/domain/inputs';
import { sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { matchesSelection } from './list/internal/certificate-query.ts';
import { removeMatching } from './remove-matching.ts';

/** Deleting a million rows with their history takes longer than any other statement may. */
const TIMEOUT_MS = 10 * 60 * 1000;

/** Stops monitoring every selected certificate of the organization; ignores other ids. Writes one audit row with the count. */
export const removeCertificates = useCase({
  name: 'certificates/remove-certificates',
  access: 'admin',
  apiKey: 'delete',
  scoped: true,
  input: certificateSelectionInput,
  audit: 'Deleted certificates',
})(async (ctx, selection: CertificateSelection): Promise<{ deleted: number }> => {
  const now = ctx.clock.now();
  return withTransaction(ctx, async (tx, audit) => {
    await tx.db.execute(sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`);
    const { count: deleted } = await removeMatching(tx, matchesSelection(tx.reach, selection, now));
    audit({ detail: 'ids' in selection ? { deleted } : { deleted, ...selection.filter } });
    return { deleted };
  });
});
