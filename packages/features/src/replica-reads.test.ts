import { closeDatabase, type Database, migrateDatabase, newId, openDatabase, processes } from '@notafter/db';
import { type ReplicatedServers, startReplicatedServers } from '@notafter/db/testing';
import { createTestContext, makeOrgContext, type TestContext } from '@notafter/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrgContext } from './context.ts';
import { addEnvironment, createReplicaReads, listEnvironments, type ReplicaReads } from './index.ts';
import { useCase } from './use-case.ts';

let servers: ReplicatedServers;
let test: TestContext;
let [primary, replica]: Database[] = [];
let reads: ReplicaReads;

beforeAll(async () => {
  [servers, test] = await Promise.all([startReplicatedServers(migrateDatabase, 'synchronous'), createTestContext()]);
  primary = openDatabase(servers.primary, { max: 3 });
  replica = openDatabase(servers.replica, { max: 3, readOnly: true });
  reads = createReplicaReads({ primary, replica, clock: test.ctx.clock, log: test.ctx.log });
});
afterAll(async () => {
  await Promise.all([primary, replica].flatMap((db) => (db === undefined ? [] : [closeDatabase(db)])));
  await servers.remove();
  await test.close();
});

const newOrg = async (): Promise<OrgContext> => {
  if (primary === undefined) throw new Error('The servers did not start.');
  return { ...(await makeOrgContext({ ...test.ctx, db: primary }, { plan: 'Enterprise' })), replica: reads };
};
/** Which server a read of this kind meets. */
const whereIs = useCase({ name: 'test/where-is', access: 'member', replica: true })(async (ctx) => {
  const [row] = await ctx.db.execute<{ replica: boolean }>(sql`select pg_is_in_recovery() as replica`);
  return row?.replica === true ? 'replica' : 'primary';
});
const refuses = useCase({ name: 'test/refuses', access: 'member', replica: true })(async (ctx) => {
  await ctx.db.execute(sql`create temporary table refused (id int)`);
  return 'done';
});
const completed = async (): Promise<void> => {
  await servers.caughtUp();
  // The first comparison takes a sample, the next one may find it replayed.
  await reads.probe();
  await reads.probe();
};

it('reads from the primary until the replica is known to be complete, then from the replica', async () => {
  const org = await newOrg();
  expect(await whereIs(org)).toBe('primary');
  expect(reads.reading()).toEqual({ lagSeconds: null, onReplica: 0, onPrimary: 1 });
  await completed();
  expect(await whereIs(org)).toBe('replica');
  expect(reads.reading()).toEqual({ lagSeconds: 0, onReplica: 1, onPrimary: 1 });
});

it('serves those who wrote from the primary until the replica has replayed it, and others from the replica', async () => {
  const [writer, other] = [await newOrg(), await newOrg()];
  await completed();
  await servers.query(servers.replica, 'select pg_wal_replay_pause()');
  await addEnvironment(writer, { name: 'Staging', description: null });
  // Another process of the same installation knows nothing of the write.
  const elsewhere = createReplicaReads({ primary: writer.db, replica: replica ?? writer.db, clock: test.ctx.clock, log: test.ctx.log });
  await elsewhere.probe();
  for (const ctx of [writer, { ...writer, replica: elsewhere }]) {
    expect(JSON.stringify(await listEnvironments(ctx))).toContain('Staging');
    expect(await whereIs(ctx)).toBe('primary');
  }
  expect(await whereIs(other)).toBe('replica');
  await servers.query(servers.replica, 'select pg_wal_replay_resume()');
  await completed();
  expect(await whereIs(writer)).toBe('replica');
  expect(JSON.stringify(await listEnvironments(writer))).toContain('Staging');
});

it('counts the end of work that a person began as a write: its results come without any', async () => {
  const org = await newOrg();
  await completed();
  expect(await whereIs(org)).toBe('replica');
  await servers.query(servers.replica, 'select pg_wal_replay_pause()');
  const at = test.ctx.clock.now();
  await org.db.insert(processes).values({
    ...{ id: newId<'check-run'>(), orgId: org.org.id, kind: 'check_run' as const, step: 'check', state: 'completed' as const },
    ...{ createdAt: at, deadlineAt: at, finishedAt: at },
  });
  expect(await whereIs(org)).toBe('primary');
  await servers.query(servers.replica, 'select pg_wal_replay_resume()');
  await completed();
  expect(await whereIs(org)).toBe('replica');
});

it('runs a read that fails on the replica on the primary', async () => {
  await completed();
  expect(await refuses(await newOrg())).toBe('done');
});

it('leaves a replica that lags, and one that is gone', async () => {
  const org = await newOrg();
  await completed();
  expect(await whereIs(org)).toBe('replica');
  await servers.query(servers.replica, 'select pg_wal_replay_pause()');
  await org.db.execute(sql`create table something (id int)`);
  await reads.probe();
  test.ctx.clock.advance(31_000);
  await reads.probe();
  expect(await whereIs(org)).toBe('primary');
  expect(reads.reading().lagSeconds).toBeGreaterThanOrEqual(31);
  await servers.query(servers.replica, 'select pg_wal_replay_resume()');
  await completed();
  expect(await whereIs(org)).toBe('replica');

  const gone = openDatabase(servers.replica.replace(/:\d+\//, ':1/'), { max: 1, readOnly: true });
  const unanswered = createReplicaReads({ primary: org.db, replica: gone, clock: test.ctx.clock, log: test.ctx.log });
  await unanswered.probe();
  expect(await whereIs({ ...org, replica: unanswered })).toBe('primary');
  await closeDatabase(gone);
});
