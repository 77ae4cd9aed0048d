import type { LogCursor, LoggedIssuance, TailBatch, TailResult } from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch, type GuardedFetch } from '@notafter/net';
import { createDomainMatcher, type TailRequest, tailLog } from '../index.ts';
import type { LocalLog } from './local-log.ts';

/** Reaches loopback only. */
export const loopbackFetch = (): GuardedFetch =>
  createGuardedFetch({
    guard: createGuard({ resolve: async () => ({ kind: 'not_found' }) }, createAddressPolicy({ allow: ['127.0.0.0/8'] })),
  });

/** Stores found entries and the cursor together, as users of the package do. */
export interface Follower {
  readonly found: LoggedIssuance[];
  readonly batches: TailBatch[];
  cursor: LogCursor | null;
  follow(request?: Partial<TailRequest>): Promise<TailResult>;
}

/** Follows a local log with patience for a busy machine, and none of the waiting for an incomplete tile. */
export const createFollower = (
  local: LocalLog,
  domains: readonly string[],
  { cursor, ...request }: Partial<TailRequest> & Pick<TailRequest, 'now'>,
): Follower => {
  const fetch = loopbackFetch();
  const follower: Follower = {
    found: [],
    batches: [],
    cursor: cursor ?? null,
    follow: (more = {}) =>
      tailLog({
        fetch,
        userAgent: 'Notafter (+mailto:ops@example.com)',
        log: local.log,
        cursor: follower.cursor,
        matcher: createDomainMatcher(domains),
        mode: 'data',
        budgetBytes: 1024 ** 3,
        signal: new AbortController().signal,
        onBatch: async (batch) => {
          follower.cursor = batch.cursor;
          follower.batches.push(batch);
          follower.found.push(...batch.entries);
        },
        ...request,
        ...more,
        options: { timeoutMs: 30_000, tries: 1, backOffMs: 1, partialAfterMs: 0, ...request.options, ...more.options },
      }),
  };
  return follower;
};
