import type { HistoryEntryIdInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../../context.ts';
import { getHistoryEntriesForOrg, type HistoryEntryWithFacts } from './internal/history-entry.ts';

/** Returns one history entry with the certificate served then. Throws `certificate_not_found` or `history_entry_not_found`. */
export const getHistoryEntry = async (ctx: OrgContext, { id, entryId }: HistoryEntryIdInput): Promise<HistoryEntryWithFacts> => {
  requirePermission(ctx, 'certificates/get-history-entry');
  const [found] = await getHistoryEntriesForOrg(ctx.db, ctx.reach, id, [entryId]);
  if (found === undefined) throw new Error('readHistoryEntries returned no entry.');
  return found;
};
