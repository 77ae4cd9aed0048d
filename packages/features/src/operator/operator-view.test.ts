import { checkSchedule, newId, serviceOrphans, services } from '@notafter/db';
import { addMs, HOUR_MS, MINUTE_MS, type OrganizationId } from '@notafter/domain';
import { type MemberContext, makeCertificates, makeOrganization, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminTest, openOperator } from '../admin/testing/platform-admin.ts';
import { checkSliceJob } from '../certificates/certificate-jobs.ts';
import { withTransaction } from '../with-transaction.ts';
import { getDatabaseFigures } from './get-database-figures.ts';
import { getOperatorView } from './get-operator-view.ts';

let test: TestContext;
let operator: MemberContext;
let orgId: OrganizationId;
beforeAll(async () => {
  test = await createAdminTest();
  operator = await openOperator(test);
  orgId = await makeOrganization(test.ctx, { name: 'Harborline' });
});
afterAll(() => test.close());

it('of an installation with nothing to do is empty', async () => {
  expect(await getOperatorView(operator)).toEqual({
    ...{ queues: [], failedJobs: 0, overdueChecks: 0, oldestCheck: null, slowChecks: [], serviceProblems: [], orphans: [] },
    serviceCounts: { services: 0, unwell: 0, withoutBackups: 0, orphans: 0 },
  });
});

describe('checks', () => {
  it('names the endpoint that has waited longest, and the slow ones, slowest first', async () => {
    const now = test.ctx.clock.now();
    const hosts = ['late.example', 'later.example', 'due.example', 'quick.example', 'slow.example', 'slower.example'];
    const ids = await makeCertificates(
      test.ctx,
      orgId,
      hosts.map((host) => ({ host })),
    );
    const nextCheckAts = [
      addMs(now, -HOUR_MS),
      addMs(now, -2 * HOUR_MS),
      addMs(now, -MINUTE_MS + 1),
      ...Array(3).fill(addMs(now, HOUR_MS)),
    ];
    const durations = [null, 20, null, 999, 1000, 9000];
    for (const [index, id] of ids.entries()) {
      const set = { nextCheckAt: nextCheckAts[index] ?? now, durationMs: durations[index] ?? null, lastCheckedAt: now };
      await test.ctx.db.update(checkSchedule).set(set).where(eq(checkSchedule.certificateId, id));
    }
    expect(await getOperatorView(operator)).toMatchObject({
      overdueChecks: 2,
      oldestCheck: { domain: 'later.example', organization: 'Harborline', dueAt: addMs(now, -2 * HOUR_MS) },
      slowChecks: [
        { domain: 'slower.example', organization: 'Harborline', durationMs: 9000, checkedAt: now },
        { domain: 'slow.example', organization: 'Harborline', durationMs: 1000, checkedAt: now },
      ],
    });
  });
});

it('lists the queues with work', async () => {
  await withTransaction(test.ctx, (tx) => tx.jobs.enqueue(tx.db, checkSliceJob, { shard: 3 }));
  expect((await getOperatorView(operator)).queues).toEqual([{ name: checkSliceJob.name, ready: 1, active: 0 }]);
});

it('lists services with a problem, that of longest standing first, and what is on a cloud without a row', async () => {
  const now = test.ctx.clock.now();
  const service = {
    orgId,
    solution: 'postgres',
    cloud: 'local',
    region: 'local',
    plan: 'hobbyist',
    user: 'postgres',
    createdAt: now,
  } as const;
  const running = { ...service, runningSince: now };
  await test.ctx.db.insert(services).values([
    { ...running, id: newId<'service'>(), resourceId: 'pg-well' },
    {
      ...running,
      id: newId<'service'>(),
      resourceId: 'pg-down',
      problem: 'The engine does not answer.',
      problemSince: addMs(now, -MINUTE_MS),
    },
    { ...running, id: newId<'service'>(), resourceId: 'pg-full', problem: 'The disk is full.', problemSince: addMs(now, -HOUR_MS) },
    { ...service, id: newId<'service'>(), resourceId: 'pg-failed', failure: 'The image could not be loaded.' },
    { ...running, id: newId<'service'>(), resourceId: 'pg-bare', backupProblem: 'The last backup is two days old.' },
    { ...running, id: newId<'service'>(), resourceId: 'pg-gone', problem: 'Gone.', deletedAt: now },
  ]);
  const serviceId = newId<'service'>();
  await test.ctx.db.insert(serviceOrphans).values({ cloud: 'aws', serviceId, firstSeenAt: addMs(now, -HOUR_MS), lastSeenAt: now });
  const { serviceCounts, serviceProblems, orphans } = await getOperatorView(operator);
  expect(serviceCounts).toEqual({ services: 5, unwell: 3, withoutBackups: 1, orphans: 1 });
  expect(serviceProblems.map(({ name, problem }) => `${name}: ${problem}`)).toEqual([
    'pg-full: The disk is full.',
    'pg-down: The engine does not answer.',
    'pg-failed: The image could not be loaded.',
    'pg-bare: The last backup is two days old.',
  ]);
  expect(orphans).toEqual([{ cloud: 'aws', account: null, serviceId, firstSeenAt: addMs(now, -HOUR_MS), lastSeenAt: now }]);
});

describe('the database', () => {
  it('reports its size, connections and largest tables, a partitioned one as a whole', async () => {
    await test.ctx.db.execute('analyze certificates');
    const { bytes, connections, maxConnections, oldestTransactionSeconds, tables } = await getDatabaseFigures(operator);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(connections).toBeGreaterThan(0);
    expect(maxConnections).toBeGreaterThan(connections);
    expect(oldestTransactionSeconds).toBeGreaterThanOrEqual(0);
    expect(tables).toHaveLength(10);
    expect(tables.map(({ bytes: size }) => size)).toEqual(tables.map(({ bytes: size }) => size).sort((one, other) => other - one));
    const names = tables.map(({ name }) => name);
    expect(names).toContain('certificate_history');
    expect(names.filter((name) => name.startsWith('certificate_history'))).toHaveLength(1);
    expect(tables.find(({ name }) => name === 'certificates')).toMatchObject({ rows: 6 });
  });

  it('lists slow statements without their values, and none that set options, once PostgreSQL counts them', async () => {
    expect((await getDatabaseFigures(operator)).slowStatements).toBeNull();
    const { $client: client } = test.ctx.db;
    await client.unsafe('create extension pg_stat_statements');
    await client.unsafe(`select pg_sleep(0.2), 'a value'`);
    await client.unsafe(`create role "operator view ${newId<'service'>()}" password 'a secret' nologin`);
    const { slowStatements } = await getDatabaseFigures(operator);
    // On a busy machine another statement may take longer.
    const asleep = slowStatements?.find(({ statement }) => statement.startsWith('select pg_sleep'));
    expect(asleep).toMatchObject({ statement: 'select pg_sleep($1), $2', calls: 1 });
    expect(asleep?.meanMs).toBeGreaterThanOrEqual(200);
    expect(slowStatements?.length).toBeLessThanOrEqual(10);
    expect(JSON.stringify(slowStatements)).not.toContain('secret');
  });
});
