import { type Database, type MoveReport, moveOrganization } from '../../packages/db/src/index.ts';
import { organizationTables } from '../../packages/db/src/move/organization-tables.ts';
import * as schema from '../../packages/db/src/schema/index.ts';
import { addEnvironment, type SystemContext } from '../../packages/features/src/index.ts';
import { movingJobs } from '../../packages/jobs/src/index.ts';
import { contextOf } from './costs.ts';
import type { LoadedOrganization } from './load.ts';
import type { Router } from './router.ts';

export interface Shard {
  readonly url: string;
  readonly system: SystemContext;
  readonly organizations: readonly LoadedOrganization[];
}

/** The writes of others during the move, and every difference afterwards. */
export interface Rebalancing {
  readonly report: MoveReport;
  readonly acknowledged: { readonly moved: number; readonly others: number };
  readonly turnedAway: number;
  readonly problems: readonly string[];
}

type Digests = ReadonlyMap<string, string>;

/** Count and sum of the hashes of an organization's rows, by table. */
const digestsOf = async (db: Database, orgId: string): Promise<Digests> => {
  const digests = new Map<string, string>();
  for (const { name, rowsOf } of organizationTables(schema)) {
    const [row] = await db.$client.unsafe<{ digest: string }[]>(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${name} t where ${rowsOf(`'${orgId}'::uuid`)}`,
    );
    digests.set(name, row?.digest ?? '');
  }
  return digests;
};

interface Writer {
  readonly names: readonly string[];
  readonly turnedAway: () => number;
  stop(): Promise<void>;
}

/** Adds environments to an organization, one after the other, wherever the router sends it. */
const startWriter = (router: Router, shards: readonly Shard[], organization: LoadedOrganization): Writer => {
  const names: string[] = [];
  let away = 0;
  let isStopping = false;
  const write = async (): Promise<void> => {
    for (let index = 0; !isStopping; index += 1) {
      const name = `written ${index}`;
      const done = await router.route(organization.orgId, async (shard) => {
        const system = shards[shard]?.system;
        if (system === undefined) throw new Error(`The directory names an unknown database: ${shard}.`);
        return addEnvironment(await contextOf(system, organization), { name, description: null });
      });
      if (done === null) {
        away += 1;
        await new Promise((next) => setTimeout(next, 100));
      } else names.push(name);
    }
  };
  const written = write();
  return {
    names,
    turnedAway: () => away,
    stop: () => {
      isStopping = true;
      return written;
    },
  };
};

const missingIn = async (db: Database, orgId: string, names: readonly string[]): Promise<number> => {
  const rows = await db.$client.unsafe<{ name: string }[]>(
    `select name from environments where org_id = '${orgId}' and name like 'written %'`,
  );
  const present = rows.map(({ name }) => name).sort();
  const expected = [...names].sort();
  return expected.length === present.length && expected.every((name, index) => name === present[index])
    ? 0
    : Math.max(1, Math.abs(expected.length - present.length));
};

/**
 * Moves the first organization of the first database to the last one, while a writer keeps on adding to it, and others to one
 * organization of each database.
 */
export const rebalance = async (router: Router, shards: readonly Shard[], database: (shard: Shard) => Database): Promise<Rebalancing> => {
  const [from, to] = [shards[0], shards.at(-1)];
  const moved = from?.organizations[0];
  if (from === undefined || to === undefined || moved === undefined) throw new Error('Nothing is loaded.');
  const target = shards.length - 1;
  const staying = shards.flatMap(({ organizations }, index) => {
    const organization = index === 0 ? organizations[1] : organizations[0];
    return organization === undefined ? [] : [{ index, organization }];
  });
  const own = startWriter(router, shards, moved);
  const others = staying.map(({ index, organization }) => ({ index, organization, writer: startWriter(router, shards, organization) }));
  await new Promise((done) => setTimeout(done, 2000));
  await router.freeze(moved.orgId);
  let before: Digests = new Map();
  const report = await moveOrganization({
    ...{ from: from.url, to: to.url, organizationId: moved.orgId, jobs: movingJobs, graceMs: 0, now: from.system.clock.now() },
    at: async (step) => {
      if (step === 'held') before = await digestsOf(database(from), moved.orgId);
    },
  });
  const after = await digestsOf(database(to), moved.orgId);
  await router.settle(moved.orgId, target);
  await new Promise((done) => setTimeout(done, 2000));
  await Promise.all([own.stop(), ...others.map(({ writer }) => writer.stop())]);

  const problems: string[] = [];
  for (const [table, digest] of before)
    if (after.get(table) !== digest) problems.push(`${table}: ${digest} before, ${after.get(table)} after`);
  for (const [table, digest] of await digestsOf(database(from), moved.orgId))
    if (!digest.startsWith('0 rows')) problems.push(`${table}: the source still has ${digest}`);
  const ownMissing = await missingIn(database(to), moved.orgId, own.names);
  if (ownMissing > 0) problems.push(`${ownMissing} of ${own.names.length} writes of the moved organization are lost or doubled`);
  for (const { index, organization, writer } of others) {
    const shard = shards[index];
    const missing = shard === undefined ? 1 : await missingIn(database(shard), organization.orgId, writer.names);
    if (missing > 0) problems.push(`${missing} writes of an organization of database ${index} are lost or doubled`);
  }
  const acknowledged = { moved: own.names.length, others: others.reduce((sum, { writer }) => sum + writer.names.length, 0) };
  return { report, acknowledged, turnedAway: own.turnedAway(), problems };
};
