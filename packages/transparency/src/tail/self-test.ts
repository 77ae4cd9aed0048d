import type { DomainMatcher, LoggedIssuance, SelfTestResult, SignedHead, TailOutcomeKind } from '@notafter/domain';
import { createDomainMatcher } from '../domain-matcher.ts';
import { type TailRequest, tailLog } from './tail-log.ts';
import { omittedOutcome } from './tail-static.ts';
import { TILE_WIDTH } from './tile-path.ts';

/** Matches every entry. */
const everything: DomainMatcher = { size: 1, matches: () => true, domainsOf: (name) => [name] };

const isHostName = (name: string): boolean => /^(?:\*\.)?[a-z0-9_.-]+\.[a-z0-9-]*[a-z][a-z0-9-]*$/.test(name);

/** The first host name of one of the entries, the latest first: it proves the most. */
const chooseName = (entries: readonly LoggedIssuance[]): { readonly index: number; readonly name: string } | null => {
  for (const { index, names } of entries.toReversed()) {
    const name = names.find(isHostName);
    if (name !== undefined) return { index, name };
  }
  return null;
};

/** How a call ends that read what it was to read. */
const readable: ReadonlySet<TailOutcomeKind> = new Set(['up_to_date', 'behind', 'frozen', 'stale_head']);

interface EntriesRead {
  readonly entries: readonly LoggedIssuance[];
  /** The entries before it were read. */
  readonly size: number;
}

export type SelfTestRequest = Omit<TailRequest, 'matcher' | 'budgetBytes' | 'isAudited' | 'knownHead' | 'skipsBacklog' | 'onBatch'>;

/**
 * Tests that a certificate would be found: takes a host name from the first entries behind the cursor, watches it, and reads these
 * entries again as they are followed, up to the same head: another server of the log may not have them yet. Stores nothing. `test` is null if no entry could be read: following the log says why.
 */
export const testTail = async (request: SelfTestRequest): Promise<SelfTestResult> => {
  let bytes = 0;
  let head: SignedHead | undefined;
  // The least that a call reads: one tile, or one download.
  const read = async (options: Pick<TailRequest, 'matcher' | 'mode'>): Promise<EntriesRead | null> => {
    const entries: LoggedIssuance[] = [];
    const onBatch: TailRequest['onBatch'] = async (batch) => {
      entries.push(...batch.entries);
      ({ head } = batch);
    };
    const known = head === undefined ? {} : { knownHead: head };
    const result = await tailLog({ ...request, ...options, ...known, budgetBytes: 0, isAudited: () => false, onBatch });
    bytes += result.bytes;
    return readable.has(result.outcome.kind) ? { entries, size: result.cursor?.size ?? 0 } : null;
  };
  const chosen = chooseName((await read({ matcher: everything, mode: 'data' }))?.entries ?? []);
  if (chosen === null) return { test: null, omitted: null, bytes };
  const found = await read({ matcher: createDomainMatcher([chosen.name]), mode: request.mode });
  // A log may return fewer entries than the first time.
  if (found === null || found.size <= chosen.index) return { test: null, omitted: null, bytes };
  const isFound = found.entries.some(({ index }) => index === chosen.index);
  const isOmitted = !isFound && request.log.kind === 'static' && request.mode === 'names';
  const omitted = isOmitted ? omittedOutcome(Math.floor(chosen.index / TILE_WIDTH), [chosen.name]) : null;
  return { test: { ...chosen, isFound }, omitted, bytes };
};
