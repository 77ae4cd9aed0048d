import { auditLog, certificates, checkSchedule, newId, processes } from '@notafter/db';
import { addMs, type CertificateScope, DAY_MS, formatTarget, type JobId, MINUTE_MS, nextCheckAt, shardOf } from '@notafter/domain';
import { listJobsInput } from '@notafter/domain/inputs';
import { createTestContext, makeOrgContext, passTime, servedObservation, type TestContext } from '@notafter/testing';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCheckRun } from '../certificates/checks/get-check-run.ts';
import { runChecks } from '../certificates/checks/run-checks.ts';
import { startCheckRun } from '../certificates/checks/start-check-run.ts';
import { getImport } from '../certificates/import/get-import.ts';
import { runImport } from '../certificates/import/run-import.ts';
import { startImport } from '../certificates/import/start-import.ts';
import type { OrgContext } from '../context.ts';
import { getDiscovery } from '../discovery/get-discovery.ts';
import { startDiscovery } from '../discovery/start-discovery.ts';
import { runChecksJob, runImportJob } from '../steps/process-jobs.ts';
import { cancelJob } from './cancel-job.ts';
import { getJob } from './get-job.ts';
import { listJobs } from './list-jobs.ts';

const patience = { timeout: 45_000, interval: 20 };
let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  test.ctx.jobs.clear();
  test.ctx.gateways.prober.probed.length = 0;
});
afterAll(() => test.close());

const hostsNamed = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name}-${index}.example`);
const serve = (hosts: readonly string[]): void => {
  for (const host of hosts) test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host));
};
/** Monitored endpoints, in the order in which a check run takes them. */
const monitored = async (hosts: readonly string[]): Promise<void> => {
  const now = test.ctx.clock.now();
  const ids = hosts.map(() => newId<'certificate'>()).sort();
  const rows = hosts.map((host, index) => ({ id: ids[index] ?? newId<'certificate'>(), host, port: 443 }));
  await test.ctx.db
    .insert(certificates)
    .values(rows.map((row) => ({ ...row, orgId: org.org.id, domain: formatTarget(row), createdAt: now })));
  await test.ctx.db
    .insert(checkSchedule)
    .values(rows.map(({ id }) => ({ certificateId: id, shard: shardOf(id), nextCheckAt: nextCheckAt(id, now, 0, test.ctx.config) })));
  serve(hosts);
};
const importing = (hosts: readonly string[], who: OrgContext = org) =>
  startImport(who, { text: hosts.join('\n'), format: 'lines', missingEnvironments: 'create' }, { asJob: true });
/** The probe of this host hangs until the test lets it go. */
const hold = (host: string): (() => void) => {
  const held = Promise.withResolvers<void>();
  test.ctx.gateways.prober.answer(`${host}:443`, async () => {
    await held.promise;
    return servedObservation(host);
  });
  return held.resolve;
};
const oneOfEach = async (): Promise<{ readonly run: JobId; readonly list: JobId; readonly search: JobId }> => {
  await monitored(['each.example']);
  const { jobId: run } = await startCheckRun(org, { all: true });
  test.ctx.clock.advance(1000);
  const { id: list } = await importing(['listed.example']);
  test.ctx.clock.advance(1000);
  const { jobId: search } = await startDiscovery(org, { domain: 'example.com' });
  return { run, list, search };
};
const list = (input: object = {}, who: OrgContext = org) => listJobs(who, listJobsInput.parse(input));
const idsOf = async (input: object = {}, who: OrgContext = org) => (await list(input, who)).jobs.map(({ id }) => id);

describe('a job', () => {
  it('has one shape whatever it does, and waits in the queue until a worker begins', async () => {
    const { run, list: imported, search } = await oneOfEach();
    const queued = { state: 'queued', error: null, finishedAt: null };
    expect(await getJob(org, { id: run })).toMatchObject({ ...queued, id: run, type: 'check_run', progress: { done: 0, total: 1 } });
    expect(await getJob(org, { id: imported })).toMatchObject({ ...queued, id: imported, type: 'import', progress: { done: 0, total: 1 } });
    expect(await getJob(org, { id: search })).toMatchObject({
      ...queued,
      id: search,
      type: 'discovery',
      progress: { done: 0, total: 100 },
      requestedBy: org.actor.via === 'session' ? org.actor.userId : '',
      createdAt: test.ctx.clock.now(),
    });
  });

  it('is running while a worker is on it, counts what is done, and completes', async () => {
    const hosts = hostsNamed('counted', 3);
    serve(hosts);
    const release = hold('counted-2.example');
    const { id } = await importing(hosts);
    const working = runImport(test.ctx, { id: id });
    await vi.waitFor(
      async () => expect(await getJob(org, { id })).toMatchObject({ state: 'running', progress: { done: 2, total: 3 } }),
      patience,
    );
    release();
    await working;
    expect(await getJob(org, { id })).toMatchObject({
      state: 'completed',
      progress: { done: 3, total: 3 },
      finishedAt: test.ctx.clock.now(),
    });
  });

  it('says why it failed', async () => {
    const { run } = await oneOfEach();
    await test.ctx.db.update(processes).set({ state: 'failed', error: 'No luck.' });
    expect(await getJob(org, { id: run })).toMatchObject({ state: 'failed', error: 'No luck.' });
  });
});

describe('the list', () => {
  it('holds every type, newest first, page by page', async () => {
    const { run, list: imported, search } = await oneOfEach();
    expect(await idsOf()).toEqual([search, imported, run]);
    const first = await list({ limit: 2 });
    expect(first.jobs.map(({ id }) => id)).toEqual([search, imported]);
    const second = await list({ limit: 2, cursor: first.nextCursor });
    expect([second.jobs.map(({ id }) => id), second.nextCursor]).toEqual([[run], null]);
    await expect(list({ limit: 2, cursor: first.nextCursor, type: 'import' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('gives each of many jobs of one instant once', async () => {
    const at = test.ctx.clock.now();
    const common = { orgId: org.org.id, step: 'any', state: 'completed', deadlineAt: at, createdAt: at } as const;
    const rows = Array.from({ length: 5 }, () => [
      { ...common, kind: 'check_run' as const, id: newId<'check-run'>() },
      { ...common, kind: 'import' as const, id: newId<'certificate-import'>() },
    ]);
    await test.ctx.db.insert(processes).values(rows.flat());
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null && seen.length <= 10; ) {
      const page = await list({ limit: 3, cursor: cursor ?? undefined });
      seen.push(...page.jobs.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([10, 10]);
  });

  it('is narrowed by type and by state', async () => {
    const { run, list: imported, search } = await oneOfEach();
    expect(await idsOf({ type: 'import' })).toEqual([imported]);
    expect(await idsOf({ state: 'queued' })).toEqual([search, imported, run]);
    await test.ctx.db.update(processes).set({ generation: 1 }).where(eq(processes.id, search));
    await test.ctx.db.update(processes).set({ state: 'failed' }).where(eq(processes.id, run));
    await cancelJob(org, { id: imported });
    const states = ['queued', 'running', 'completed', 'failed', 'cancelled'];
    expect(await Promise.all(states.map((state) => idsOf({ state })))).toEqual([[], [search], [], [run], [imported]]);
    expect(await idsOf({ state: 'cancelled', type: 'discovery' })).toEqual([]);
  });
});

describe('cancelling', () => {
  it('a check run keeps and counts what was checked, and its worker leaves without waiting for a slow host', async () => {
    const hosts = hostsNamed('cut', 40);
    await monitored(hosts);
    const release = hold('cut-30.example');
    const { jobId: id } = await startCheckRun(org, { all: true });
    const working = runChecks(test.ctx, { id: id });
    await vi.waitFor(async () => expect((await getJob(org, { id })).progress.done).toBe(30), patience);
    const cancelled = { id, state: 'cancelled', progress: { done: 30, total: 40 }, error: null, finishedAt: test.ctx.clock.now() };
    expect(await cancelJob(org, { id })).toMatchObject(cancelled);
    await working;
    release();
    expect(await getJob(org, { id })).toMatchObject(cancelled);
    expect(await getCheckRun(org, { id })).toMatchObject({ status: 'failed', error: 'Cancelled', succeeded: 30, failed: 0, total: 40 });
    const checked = and(eq(certificates.orgId, org.org.id), isNotNull(certificates.fingerprint256));
    expect(await test.ctx.db.$count(certificates, checked)).toBe(30);
  });

  it('an import keeps what was added and reports the other lines as skipped', async () => {
    const hosts = hostsNamed('left', 40);
    serve(hosts);
    const release = hold('left-30.example');
    const { id } = await importing(hosts);
    const working = runImport(test.ctx, { id: id });
    await vi.waitFor(async () => expect((await getJob(org, { id })).progress.done).toBe(30), patience);
    expect(await cancelJob(org, { id })).toMatchObject({ state: 'cancelled', progress: { done: 30, total: 40 } });
    await working;
    release();
    const ended = await getImport(org, { id, after: 0, limit: 100 });
    expect(ended).toMatchObject({ status: 'failed', error: 'Cancelled', done: 30, counts: { added: 30, skipped: 10 } });
    expect(ended.lines[30]).toMatchObject({
      result: 'skipped',
      message: 'The import was cancelled before this line.',
      certificateId: null,
    });
    expect(await test.ctx.db.$count(certificates, eq(certificates.orgId, org.org.id))).toBe(30);
  });

  it('a queued job leaves nothing for its worker', async () => {
    const { run, list: imported } = await oneOfEach();
    for (const id of [run, imported]) expect(await cancelJob(org, { id })).toMatchObject({ state: 'cancelled', progress: { done: 0 } });
    test.ctx.gateways.prober.probed.length = 0;
    for (const payload of test.ctx.jobs.payloadsOf(runChecksJob)) await runChecks(test.ctx, payload);
    for (const payload of test.ctx.jobs.payloadsOf(runImportJob)) await runImport(test.ctx, payload);
    expect(test.ctx.gateways.prober.probed).toEqual([]);
  });

  it('a discovery is what its own call does', async () => {
    const { jobId } = await startDiscovery(org, { domain: 'example.org' });
    expect(await cancelJob(org, { id: jobId })).toMatchObject({ type: 'discovery', state: 'cancelled', error: null });
    expect(await getDiscovery(org, { id: jobId, list: 'all', offset: 0, limit: 1 })).toMatchObject({
      status: 'failed',
      error: 'Cancelled',
    });
  });

  it('twice is the same as once, and each leaves an audit row', async () => {
    const { run } = await oneOfEach();
    const first = await cancelJob(org, { id: run });
    test.ctx.clock.advance(1000);
    expect(await cancelJob(org, { id: run })).toEqual(first);
    const rows = await test.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, run)).orderBy(desc(auditLog.id)).limit(2);
    expect(rows).toMatchObject([
      { action: 'long-work/cancel-job', detail: { type: 'check_run', done: 0, total: 1, alreadyOver: true } },
      { action: 'long-work/cancel-job', detail: { type: 'check_run', done: 0, total: 1 } },
    ]);
  });

  it('a job that has ended is refused with its state, which stays', async () => {
    const { jobId: completed } = await startCheckRun(org, { all: true });
    await expect(cancelJob(org, { id: completed })).rejects.toMatchObject({
      code: 'job_finished',
      status: 409,
      message: 'This job has already completed.',
      conflict: { type: 'job', id: completed, state: 'completed' },
    });
    await test.ctx.db.update(processes).set({ state: 'failed' }).where(eq(processes.id, completed));
    await expect(cancelJob(org, { id: completed })).rejects.toMatchObject({ conflict: { state: 'failed' } });
  });

  it('does not wait for a worker that died, and nothing of the job holds back the next start', async () => {
    await monitored(['dead.example']);
    const { jobId: id } = await startCheckRun(org, { all: true });
    const leaseUntil = addMs(new Date(), MINUTE_MS);
    await test.ctx.db.update(processes).set({ generation: 1, leaseUntil }).where(eq(processes.id, id));
    expect(await cancelJob(org, { id })).toMatchObject({ state: 'cancelled' });
    const { jobId: next } = await startCheckRun(org, { all: true });
    expect(next).not.toBe(id);
    await runChecks(test.ctx, { id: next });
    expect([await getJob(org, { id }), await getJob(org, { id: next })]).toMatchObject([{ state: 'cancelled' }, { state: 'completed' }]);
  });
});

describe('a job that does not end within a day', () => {
  it('is failed by its worker, and holds back no other one', async () => {
    await monitored(['lost.example']);
    const { jobId: id } = await startCheckRun(org, { all: true });
    expect((await startCheckRun(org, { all: true })).jobId).toBe(id);
    await passTime(test.ctx.db, DAY_MS + 1);
    await runChecks(test.ctx, { id });
    expect((await startCheckRun(org, { all: true })).jobId).not.toBe(id);
    expect(await getJob(org, { id })).toMatchObject({ state: 'failed', error: 'The check was interrupted. Start it again.' });
  });
});

describe('out of reach', () => {
  it('are the jobs of another organization', async () => {
    const jobs = Object.values(await oneOfEach());
    const stranger = await makeOrgContext(test.ctx);
    for (const id of [...jobs, newId<'check-run'>()]) {
      await expect(getJob(stranger, { id })).rejects.toMatchObject({ code: 'job_not_found', status: 404 });
      await expect(cancelJob(stranger, { id })).rejects.toMatchObject({ code: 'job_not_found' });
    }
    expect(await idsOf({}, stranger)).toEqual([]);
    expect((await list()).jobs.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
  });

  it('of a scoped key are the jobs of others, and every discovery', async () => {
    const scope: CertificateScope = { tag: { name: 'team', value: 'payments' } };
    const scoped: OrgContext = { ...org, reach: { ...org.reach, scope } };
    const others = Object.values(await oneOfEach());
    const { id: own } = await importing(['scoped.example'], scoped);
    expect(await idsOf({}, scoped)).toEqual([own]);
    for (const id of others) await expect(cancelJob(scoped, { id })).rejects.toMatchObject({ code: 'job_not_found' });
    expect(await cancelJob(scoped, { id: own })).toMatchObject({ state: 'cancelled' });
    expect(await idsOf()).toHaveLength(4);
  });
});
