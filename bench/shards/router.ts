import type { Database } from '../../packages/db/src/index.ts';

/** The one place that says which database has an organization, and the requests that are on their way by it. */
export interface Router {
  add(organizationId: string, shard: number): Promise<void>;
  /** Runs `request` at the organization's database; returns null if it has to be tried again. */
  route<Result>(organizationId: string, request: (shard: number) => Promise<Result>): Promise<Result | null>;
  /** New requests are turned away; resolves when those under way have ended. */
  freeze(organizationId: string): Promise<void>;
  /** Switches the directory, and lets requests in again. */
  settle(organizationId: string, shard: number): Promise<void>;
}

/** Keeps the directory in a separate database: one row per organization. */
export const openRouter = async (directory: Database['$client']): Promise<Router> => {
  await directory`create table organization_shards (org_id uuid primary key, shard smallint not null, moving_since timestamptz)`;
  const underWay = new Map<string, Set<Promise<unknown>>>();
  return {
    add: async (organizationId, shard) => {
      await directory`insert into organization_shards (org_id, shard) values (${organizationId}, ${shard})`;
    },
    route: async (organizationId, request) => {
      const own = underWay.get(organizationId) ?? new Set();
      underWay.set(organizationId, own);
      // Counted before the directory is read, so that a freeze waits for it.
      const running = (async () => {
        const [row] = await directory<{ shard: number; moving: boolean }[]>`
          select shard, moving_since is not null as moving from organization_shards where org_id = ${organizationId}`;
        return row === undefined || row.moving ? null : request(row.shard);
      })();
      own.add(running);
      try {
        return await running;
      } finally {
        own.delete(running);
      }
    },
    freeze: async (organizationId) => {
      await directory`update organization_shards set moving_since = now() where org_id = ${organizationId}`;
      await Promise.allSettled([...(underWay.get(organizationId) ?? [])]);
    },
    settle: async (organizationId, shard) => {
      await directory`update organization_shards set shard = ${shard}, moving_since = null where org_id = ${organizationId}`;
    },
  };
};
