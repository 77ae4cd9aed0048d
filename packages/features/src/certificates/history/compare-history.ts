import { compareFacts, DomainError, type FieldComparison } from '@notafter/domain';
import { compareHistoryInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { getHistoryEntriesForOrg, type HistoryEntry } from './internal/history-entry.ts';

export interface HistoryComparison {
  readonly from: HistoryEntry;
  readonly to: HistoryEntry;
  /** Every field, in display order. */
  readonly fields: readonly FieldComparison[];
}

/**
 * Returns the fields that differ between the certificates of two history entries. Throws `certificate_not_found`, or
 * `history_entry_not_found`, also if the certificate served then is not stored.
 */
export const compareHistory = useCase({
  name: 'certificates/compare-history',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: compareHistoryInput,
})(async (ctx, { id, from, to }): Promise<HistoryComparison> => {
  const [before, after] = await getHistoryEntriesForOrg(ctx.db, ctx.reach, id, [from, to]);
  if (!before?.facts || !after?.facts) throw new DomainError('history_entry_not_found');
  return { from: before.entry, to: after.entry, fields: compareFacts(before.facts, after.facts) };
});
