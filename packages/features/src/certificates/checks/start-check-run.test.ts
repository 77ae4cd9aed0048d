import { processes } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { startCheckRunInput } from '@notafter/domain/inputs';
import { auditOf, createTestContext, type MemberContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { runChecksJob } from '../../steps/process-jobs.ts';
import { getCheckRun } from './get-check-run.ts';
import { startCheckRun } from './start-check-run.ts';

let test: TestContext;
let org: MemberContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  test.ctx.jobs.clear();
});
afterAll(() => test.close());

const start = (input: object, ctx: OrgContext = org) => startCheckRun(ctx, startCheckRunInput.parse(input));

describe('starting', () => {
  it('all: answers at once how many, enqueues one job and shows the progress', async () => {
    await makeCertificates(test.ctx, org.org.id, [{}, {}, {}]);
    const { jobId, queued } = await start({ all: true });
    expect(queued).toBe(3);
    expect(test.ctx.jobs.payloadsOf(runChecksJob)).toEqual([{ id: jobId }]);
    expect(await getCheckRun(org, { id: jobId })).toEqual({
      id: jobId,
      status: 'running',
      total: 3,
      succeeded: 0,
      failed: 0,
      failures: [],
      error: null,
      finishedAt: null,
    });
    const audit = await auditOf(org);
    expect(audit).toMatchObject([{ action: 'certificates/start-check-run', subjectId: jobId, detail: { queued: 3 } }]);
  });

  it('ids: counts only those of the organization', async () => {
    const own = await makeCertificates(test.ctx, org.org.id, [{}, {}]);
    const stranger = await makeOrgContext(test.ctx);
    const foreign = await makeCertificates(test.ctx, stranger.org.id, [{}]);
    expect(await start({ ids: [...own.slice(0, 1), ...foreign] })).toMatchObject({ queued: 1 });
  });

  it('a filter: counts what the list shows', async () => {
    const now = test.ctx.clock.now();
    await makeCertificates(test.ctx, org.org.id, [
      { host: 'a.example', notAfter: addMs(now, -DAY_MS) },
      { host: 'b.example', notAfter: addMs(now, DAY_MS) },
    ]);
    expect(await start({ filter: { status: 'expired' } })).toMatchObject({ queued: 1 });
    expect(await start({ filter: { search: 'B.EX' } })).toMatchObject({ queued: 1 });
  });

  it('nothing to check is complete at once and enqueues nothing', async () => {
    const { jobId, queued } = await start({ all: true });
    expect(queued).toBe(0);
    expect(await getCheckRun(org, { id: jobId })).toMatchObject({ status: 'completed', finishedAt: test.ctx.clock.now() });
    expect(test.ctx.jobs.enqueued).toEqual([]);
  });
});

describe('while a run is under way', () => {
  it('the same selection, in whatever order, is the running one', async () => {
    const ids = await makeCertificates(test.ctx, org.org.id, [{}, {}]);
    const first = await start({ ids });
    expect(await start({ ids: ids.toReversed() })).toEqual(first);
    expect(test.ctx.jobs.enqueued).toHaveLength(1);
  });

  it('a run of everything covers any selection; a smaller one does not cover everything', async () => {
    const ids = await makeCertificates(test.ctx, org.org.id, [{}, {}]);
    const some = await start({ ids: ids.slice(0, 1) });
    const all = await start({ all: true });
    expect(all.jobId).not.toBe(some.jobId);
    expect(await start({ filter: { search: 'host' } })).toEqual(all);
    expect(await start({ filter: {} })).toEqual(all);
  });

  it('ten presses at once start one run', async () => {
    await makeCertificates(test.ctx, org.org.id, [{}, {}]);
    const runs = await Promise.all(Array.from({ length: 10 }, () => start({ all: true })));
    expect(new Set(runs.map(({ jobId }) => jobId)).size).toBe(1);
    expect(test.ctx.jobs.enqueued).toHaveLength(1);
  });

  it('a finished one does not hold back the next', async () => {
    await makeCertificates(test.ctx, org.org.id, [{}]);
    const first = await start({ all: true });
    await test.ctx.db.update(processes).set({ state: 'failed' }).where(eq(processes.id, first.jobId));
    expect((await start({ all: true })).jobId).not.toBe(first.jobId);
  });
});
