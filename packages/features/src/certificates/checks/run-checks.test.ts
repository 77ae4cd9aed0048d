import { certificateHistory, certificates, checkRuns, checkSchedule, newId, processes, type StoredSelection } from '@notafter/db';
import { addMs, type CertificateId, type CheckRunId, DAY_MS, formatTarget, MINUTE_MS, nextCheckAt, shardOf } from '@notafter/domain';
import {
  certificateFacts,
  createTestContext,
  makeOrgContext,
  passTime,
  servedObservation,
  type TestContext,
  unreachableObservation,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { runChecksJob } from '../../steps/process-jobs.ts';
import { startProcess } from '../../steps/start-process.ts';
import { getCheckRun } from './get-check-run.ts';
import { checkRunProcess, runChecks } from './run-checks.ts';
import { startCheckRun } from './start-check-run.ts';

const patience = { timeout: 45_000, interval: 20 };
let test: TestContext;
let org: OrgContext;

beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  test.ctx.jobs.clear();
  test.ctx.gateways.prober.probed.length = 0;
});
afterAll(() => test.close());

/** Endpoints of the organization; the prober serves each unless the test says otherwise. */
const endpoints = async (hosts: readonly string[]): Promise<CertificateId[]> => {
  const now = test.ctx.clock.now();
  const rows = hosts.map((host) => ({ id: newId<'certificate'>(), host, port: 443 }));
  await test.ctx.db
    .insert(certificates)
    .values(rows.map((row) => ({ ...row, orgId: org.org.id, domain: formatTarget(row), createdAt: now })));
  await test.ctx.db
    .insert(checkSchedule)
    .values(rows.map(({ id }) => ({ certificateId: id, shard: shardOf(id), nextCheckAt: nextCheckAt(id, now, 0, test.ctx.config) })));
  for (const host of hosts) test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host));
  return rows.map(({ id }) => id).sort();
};
const hostsNamed = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name}-${index}.example`);
const runStored = async (selection: StoredSelection, total: number): Promise<CheckRunId> => {
  const id = newId<'check-run'>();
  await test.ctx.db.transaction(async (db) => {
    const started = { id, orgId: org.org.id, startedBy: null, total };
    await startProcess({ ...test.ctx, db }, checkRunProcess, started, { runsHere: true });
    await db.insert(checkRuns).values({ id, selection });
  });
  return id;
};
const entriesOf = async (id: CertificateId): Promise<string[]> => {
  const rows = await test.ctx.db
    .select()
    .from(certificateHistory)
    .where(eq(certificateHistory.certificateId, id))
    .orderBy(certificateHistory.id);
  return rows.map(({ action }) => action);
};

describe('a run', () => {
  it('checks everything that was selected, counts honestly and names what failed', async () => {
    const ids = await endpoints(hostsNamed('bulk', 30));
    test.ctx.gateways.prober.answer('bulk-3.example:443', unreachableObservation('bulk-3.example'));
    test.ctx.gateways.prober.answer('bulk-4.example:443', () => Promise.reject(new Error('out of threads')));
    const { jobId, queued } = await startCheckRun(org, { all: true });
    expect(queued).toBe(30);
    for (const payload of test.ctx.jobs.payloadsOf(runChecksJob)) await runChecks(test.ctx, payload);
    const run = await getCheckRun(org, { id: jobId });
    expect(run).toMatchObject({ status: 'completed', total: 30, succeeded: 28, failed: 2, finishedAt: test.ctx.clock.now() });
    expect(run.failures.map(({ domain, message }) => ({ domain, message }))).toEqual([
      { domain: 'bulk-3.example', message: 'Connection refused by bulk-3.example:443.' },
      { domain: 'bulk-4.example', message: 'The check could not be made.' },
    ]);
    expect(test.ctx.gateways.prober.probed).toHaveLength(30);
    const recorded = await Promise.all(ids.map(entriesOf));
    expect(recorded.filter((entries) => entries.length === 1)).toHaveLength(28);
  });

  it('records every check, because a person asked', async () => {
    const [id] = await endpoints(['asked.example']);
    if (id === undefined) throw new Error('Nothing was inserted.');
    for (let time = 0; time < 3; time += 1) await runChecks(test.ctx, { id: await runStored({ ids: [id] }, 1) });
    expect(await entriesOf(id)).toEqual(['added', 'checked', 'checked']);
  });

  it('checks only what its filter matched when it began, whatever the checks change', async () => {
    await endpoints(['soon.example', 'later.example']);
    const expiring = certificateFacts('soon.example', { notAfter: addMs(test.ctx.clock.now(), 3 * DAY_MS) });
    test.ctx.gateways.prober.answer('soon.example:443', servedObservation('soon.example', expiring));
    await runChecks(test.ctx, { id: await runStored({ search: '', status: 'all' }, 2) });
    test.ctx.gateways.prober.answer('soon.example:443', servedObservation('soon.example'));
    test.ctx.gateways.prober.probed.length = 0;
    const runId = await runStored({ search: '', status: 'critical' }, 1);
    await runChecks(test.ctx, { id: runId });
    expect(test.ctx.gateways.prober.probed).toEqual([{ host: 'soon.example', port: 443 }]);
    expect(await getCheckRun(org, { id: runId })).toMatchObject({ status: 'completed', total: 1, succeeded: 1 });
  });

  it('leaves other organizations alone, even by id', async () => {
    const [theirs] = await endpoints(['theirs.example']);
    if (theirs === undefined) throw new Error('Nothing was inserted.');
    org = await makeOrgContext(test.ctx);
    const runId = await runStored({ ids: [theirs] }, 1);
    await runChecks(test.ctx, { id: runId });
    expect(await getCheckRun(org, { id: runId })).toMatchObject({ status: 'completed', total: 0, succeeded: 0, failed: 0 });
    expect(test.ctx.gateways.prober.probed).toEqual([]);
  });

  it('no longer counts what is removed before its turn', async () => {
    const ids = await endpoints(['stays.example', 'goes.example']);
    const runId = await runStored({ ids }, 2);
    test.ctx.gateways.prober.answer('goes.example:443', async () => {
      await test.ctx.db.delete(certificates).where(eq(certificates.host, 'goes.example'));
      return servedObservation('goes.example');
    });
    await runChecks(test.ctx, { id: runId });
    expect(await getCheckRun(org, { id: runId })).toMatchObject({ status: 'completed', total: 1, succeeded: 1, failed: 0 });
  });

  it('lists the first 100 failures and counts all', async () => {
    const hosts = hostsNamed('dead', 130);
    await endpoints(hosts);
    for (const host of hosts) test.ctx.gateways.prober.answer(`${host}:443`, unreachableObservation(host));
    const runId = await runStored({ search: 'dead-', status: 'all' }, 130);
    await runChecks(test.ctx, { id: runId });
    const run = await getCheckRun(org, { id: runId });
    expect(run).toMatchObject({ status: 'completed', total: 130, succeeded: 0, failed: 130 });
    expect(run.failures).toHaveLength(100);
  });
});

describe('an interrupted run', () => {
  it('goes on where it stood after a crash, counting nothing twice', async () => {
    const ids = await endpoints(hostsNamed('resumed', 600));
    const [cursor] = ids.slice(399);
    if (cursor === undefined) throw new Error('Too few endpoints.');
    const runId = await runStored({ ids }, 600);
    await test.ctx.db.update(checkRuns).set({ cursor, succeeded: 400 }).where(eq(checkRuns.id, runId));
    await test.ctx.db.update(processes).set({ done: 400 }).where(eq(processes.id, runId));
    await runChecks(test.ctx, { id: runId });
    expect(test.ctx.gateways.prober.probed).toHaveLength(200);
    expect(await getCheckRun(org, { id: runId })).toMatchObject({ status: 'completed', total: 600, succeeded: 600 });
  });

  it('enqueues its continuation on abort, which finishes the run', async () => {
    const hosts = hostsNamed('stopped', 120);
    await endpoints(hosts);
    const release = Promise.withResolvers<void>();
    test.ctx.gateways.prober.answer('stopped-60.example:443', async () => {
      await release.promise;
      return servedObservation('stopped-60.example');
    });
    const stop = new AbortController();
    const runId = await runStored({ search: '', status: 'all' }, 120);
    const running = runChecks(test.ctx, { id: runId }, { signal: stop.signal });
    await vi.waitFor(() => expect(test.ctx.gateways.prober.probed).toHaveLength(120), patience);
    stop.abort();
    await running;
    const halfway = await getCheckRun(org, { id: runId });
    expect(halfway).toMatchObject({ status: 'running', failed: 0 });
    expect(halfway.succeeded).toBeLessThan(120);
    release.resolve();
    expect(test.ctx.jobs.payloadsOf(runChecksJob)).toEqual([{ id: runId }]);
    await runChecks(test.ctx, { id: runId });
    expect(await getCheckRun(org, { id: runId })).toMatchObject({ status: 'completed', total: 120, succeeded: 120 });
  });

  it('counts once when two workers walk the same run', async () => {
    await endpoints(hostsNamed('twice', 40));
    const runId = await runStored({ search: '', status: 'all' }, 40);
    await Promise.all([runChecks(test.ctx, { id: runId }), runChecks(test.ctx, { id: runId })]);
    expect(await getCheckRun(org, { id: runId })).toMatchObject({ status: 'completed', total: 40, succeeded: 40, failed: 0 });
  });

  it('fails when the last try failed, and not before', async () => {
    await endpoints(['broken.example']);
    const runId = await runStored({ search: '', status: 'all' }, 1);
    const ctx = {
      ...test.ctx,
      gateways: {
        ...test.ctx.gateways,
        prober: {
          probe: () => {
            throw new Error('no prober');
          },
        },
      },
    };
    for (let tries = 1; tries <= 6; tries += 1) {
      expect(await getCheckRun(org, { id: runId })).toMatchObject({ status: 'running' });
      await runChecks(ctx, { id: runId });
      await passTime(ctx.db, MINUTE_MS);
    }
    expect(await getCheckRun(org, { id: runId })).toMatchObject({
      status: 'failed',
      error: 'The check was interrupted. Start it again.',
      finishedAt: test.ctx.clock.now(),
    });
  });
});
