import { historyEntryIdInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { getHistoryEntriesForOrg, type HistoryEntryWithFacts } from './internal/history-entry.ts';

/** Returns one history entry with the certificate served then. Throws `certificate_not_found` or `history_entry_not_found`. */
export const getHistoryEntry = useCase({
  name: 'certificates/get-history-entry',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: historyEntryIdInput,
})(async (ctx, { id, entryId }): Promise<HistoryEntryWithFacts> => {
  const [found] = await getHistoryEntriesForOrg(ctx.db, ctx.reach, id, [entryId]);
  if (found === undefined) throw new Error('readHistoryEntries returned no entry.');
  return found;
});
