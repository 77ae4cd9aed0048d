import { newId, processes } from '@notafter/db';
import { type CertificateImportId, type CheckRunId, HOUR_MS, MINUTE_MS, SECOND_MS } from '@notafter/domain';
import { createTestContext, makeOrganization, passTime, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SystemContext } from '../context.ts';
import { defineProcess, type End, type StepRun } from './define-process.ts';
import { cancelProcess, listChildren, wakeProcess } from './end-process.ts';
import { enqueueDueProcesses } from './enqueue-due-processes.ts';
import { TRIES_MAX } from './internal/decide.ts';
import { done, fail, hop, nap, type Outcome } from './outcome.ts';
import { runChecksJob, runImportJob } from './process-jobs.ts';
import { advance, advanceTo } from './progress.ts';
import { runProcess } from './run-process.ts';
import { startProcess } from './start-process.ts';

type Play = (run: StepRun<'import'>) => Promise<Outcome<'first' | 'second'>> | Outcome<'first' | 'second'>;

const patience = { timeout: 45_000, interval: 20 };
let test: TestContext;
let orgId: Awaited<ReturnType<typeof makeOrganization>>;
/** The work of the steps of `twoSteps`. */
let first: Play;
let second: Play;
const ends: End[] = [];
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  await test.ctx.db.delete(processes);
  orgId = await makeOrganization(test.ctx);
  test.ctx.jobs.clear();
  ends.length = 0;
  first = () => hop('second');
  second = () => done();
});
afterAll(() => test.close());

const settings = { deadlineSeconds: 3600, interrupted: 'It was interrupted.' } as const;
const twoSteps = defineProcess({
  ...settings,
  kind: 'import',
  first: 'first',
  steps: { first: async (run) => first(run), second: async (run) => second(run) },
  ended: async (_tx, _id, end) => void ends.push(end),
});

const start = async (options: Parameters<typeof startProcess>[3] = {}): Promise<CertificateImportId> => {
  const id = newId<'certificate-import'>();
  await test.ctx.db.transaction((db) => startProcess({ ...test.ctx, db }, twoSteps, { id, orgId, startedBy: null, total: 10 }, options));
  return id;
};
const linger = (id: CertificateImportId, lingerMs: number, stopping?: AbortController) =>
  runProcess(test.ctx, twoSteps, { id }, { lingerMs, ...(stopping === undefined ? {} : { signal: stopping.signal }) });
const run = (id: CertificateImportId, signal?: AbortSignal, ctx: SystemContext = test.ctx) =>
  runProcess(ctx, twoSteps, { id }, signal === undefined ? {} : { signal });
const rowOf = async (id: CertificateImportId | CheckRunId) => {
  const [row] = await test.ctx.db.select().from(processes).where(eq(processes.id, id));
  if (row === undefined) throw new Error('The process was deleted.');
  return row;
};
const alarms = () => test.ctx.jobs.payloadsOf(runImportJob).length;
const keys = () => test.ctx.jobs.enqueued.map(({ options }) => options.singletonKey);
/** Seconds from when it was scheduled: the same however slow this machine is. */
const waitOf = async (id: CertificateImportId): Promise<number> => {
  const { runAt, scheduledAt } = await rowOf(id);
  return Math.round((runAt.getTime() - scheduledAt.getTime()) / SECOND_MS);
};
/** Seconds from now on the clock of the database. */
const dueIn = async (id: CertificateImportId): Promise<number> => {
  const [row] = await test.ctx.db.$client.unsafe(
    'select extract(epoch from run_at - now())::float8 as seconds from processes where id = $1',
    [id],
  );
  return row?.seconds;
};
const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
const broken = (): never => {
  throw new Error('broken');
};

describe('start', () => {
  it('writes the first step and one job; one that runs in place needs none', async () => {
    const id = await start();
    expect(await rowOf(id)).toMatchObject({
      state: 'running',
      step: 'first',
      tries: 0,
      generation: 0,
      done: 0,
      total: 10,
      finishedAt: null,
    });
    expect(alarms()).toBe(1);
    await start({ runsHere: true });
    expect(alarms()).toBe(1);
  });
});

describe('hop', () => {
  it('stores the next step before it runs, with what the step wrote, and needs no job', async () => {
    const id = await start();
    first = () => hop('second', (tx) => tx.db.update(processes).set({ total: 7 }).where(eq(processes.id, id)));
    let seen: object = {};
    second = async () => {
      seen = await rowOf(id);
      return done();
    };
    await run(id);
    expect(seen).toMatchObject({ step: 'second', tries: 1, total: 7 });
    expect(await rowOf(id)).toMatchObject({ state: 'completed', leaseUntil: null, finishedAt: test.ctx.clock.now() });
    expect(alarms()).toBe(1);
  });

  it('of a worker that stops leaves the next step to another job, at once', async () => {
    const id = await start();
    const stop = new AbortController();
    first = async ({ signal }) => {
      stop.abort();
      await until(signal);
      return hop('second');
    };
    await run(id, stop.signal);
    expect(await rowOf(id)).toMatchObject({ state: 'running', step: 'second', tries: 0, leaseUntil: null });
    expect(alarms()).toBe(2);
    await run(id);
    expect((await rowOf(id)).state).toBe('completed');
  });

  it('with a write that fails is a failed try of the step', async () => {
    const id = await start();
    first = () => hop('second', broken);
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'running', step: 'first', tries: 1, leaseUntil: null });
  });
});

describe('nap', () => {
  it('gives the process back and enqueues one job for then; the step runs again, not before', async () => {
    const id = await start();
    first = () => nap(60);
    await run(id);
    expect(await waitOf(id)).toBe(60);
    expect(await rowOf(id)).toMatchObject({ step: 'first', tries: 0, leaseUntil: null });
    expect(test.ctx.jobs.enqueued.at(-1)?.options.startAfter).toEqual((await rowOf(id)).runAt);
    expect(alarms()).toBe(2);
    first = vi.fn<Play>(() => done());
    await run(id);
    expect(first).not.toHaveBeenCalled();
    await passTime(test.ctx.db, MINUTE_MS);
    await run(id);
    expect((await rowOf(id)).state).toBe('completed');
    expect(alarms()).toBe(2);
  });

  it('ends when a caller wakes the process, through a separate job', async () => {
    const id = await start();
    first = () => nap();
    await run(id);
    expect(await waitOf(id)).toBeGreaterThan(3_500);
    await test.ctx.db.transaction((db) => wakeProcess({ ...test.ctx, db }, id));
    // The queue keeps one waiting job per key: that of the nap must not keep the other out.
    expect(new Set(keys()).size).toBe(2);
    first = () => done();
    await run(id);
    expect((await rowOf(id)).state).toBe('completed');
  });

  it('loses no call that came while the step ran', async () => {
    const id = await start();
    first = async () => {
      await test.ctx.db.transaction((db) => wakeProcess({ ...test.ctx, db }, id));
      return nap();
    };
    await run(id);
    expect(await dueIn(id)).toBeLessThanOrEqual(0);
  });

  it('ends with the deadline at the latest', async () => {
    const id = await start();
    first = () => nap(86_400);
    await run(id);
    expect(await waitOf(id)).toBeLessThan(3_601);
  });
});

describe('a short nap', () => {
  const INSTANT = 0.005;
  let runs = 0;
  beforeEach(() => {
    runs = 0;
  });
  /** Ends at its third run. */
  const napTwice: Play = ({ id, stepMs }) => {
    runs += 1;
    expect(stepMs()).toBeGreaterThanOrEqual((runs - 1) * INSTANT * SECOND_MS);
    return runs === 3 ? done() : nap(INSTANT, (tx) => advanceTo(tx.db, id, runs));
  };

  it('is waited out by a worker that lingers, which stores what the step writes and needs no job', async () => {
    const id = await start();
    const written: number[] = [];
    first = async (step) => {
      written.push((await rowOf(id)).done);
      return napTwice(step);
    };
    await linger(id, MINUTE_MS);
    expect(written).toEqual([0, 1, 2]);
    expect(await rowOf(id)).toMatchObject({ state: 'completed', tries: 1 });
    expect(alarms()).toBe(1);
  });

  it('is left to a job once the worker has lingered, as is a longer one at once', async () => {
    const id = await start();
    first = napTwice;
    await linger(id, 0);
    expect([runs, alarms()]).toEqual([1, 2]);
    first = () => nap(3);
    await passTime(test.ctx.db, MINUTE_MS);
    await linger(id, MINUTE_MS);
    expect(await waitOf(id)).toBe(3);
    expect(alarms()).toBe(3);
  });

  it('ends with its worker, whose job goes to another', async () => {
    const id = await start();
    const stopping = new AbortController();
    first = () => {
      setImmediate(() => stopping.abort());
      return nap(2, (tx) => advanceTo(tx.db, id, 1));
    };
    await linger(id, MINUTE_MS, stopping);
    expect(await rowOf(id)).toMatchObject({ state: 'running', step: 'first', done: 1, leaseUntil: null });
    expect(alarms()).toBe(2);
  });

  it('ends with a cancel', async () => {
    const id = await start();
    let cancelled: Promise<unknown> = Promise.resolve();
    first = () => {
      runs += 1;
      cancelled = test.ctx.db.transaction((db) => cancelProcess({ ...test.ctx, db }, twoSteps, id));
      return nap(2);
    };
    await linger(id, MINUTE_MS);
    await cancelled;
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled' });
    expect(runs).toBe(1);
  });
});

describe('done and fail', () => {
  it('end the process with what the step wrote', async () => {
    const id = await start();
    first = () => done((tx) => advanceTo(tx.db, id, 10));
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'completed', error: null, done: 10 });
    expect(ends).toEqual([{ state: 'completed', error: null }]);
  });

  it('say why not', async () => {
    const id = await start();
    first = () => fail('The cloud has no room.');
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error: 'The cloud has no room.', finishedAt: test.ctx.clock.now() });
    await run(id);
    expect(ends).toEqual([{ state: 'failed', error: 'The cloud has no room.' }]);
  });
});

describe('a step that throws', () => {
  it('is tried again later and later, and gives up in the end', async () => {
    const id = await start();
    first = broken;
    const waits: number[] = [];
    for (let n = 1; n < TRIES_MAX; n += 1) {
      await run(id);
      waits.push(await waitOf(id));
      await passTime(test.ctx.db, MINUTE_MS);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32]);
    expect((await rowOf(id)).state).toBe('running');
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error: 'It was interrupted.' });
    expect(alarms()).toBe(TRIES_MAX);
  });

  it('has its tries back when it came further', async () => {
    const id = await start();
    let starts = 0;
    first = async ({ commit }) => {
      starts += 1;
      if (starts === 4) await commit((tx) => advance(tx.db, id, 1));
      return broken();
    };
    for (let n = 0; n < TRIES_MAX + 2; n += 1) {
      await run(id);
      await passTime(test.ctx.db, MINUTE_MS);
    }
    expect(await rowOf(id)).toMatchObject({ state: 'running', done: 1, tries: 5 });
  });

  it('because its worker stops loses no try and waits for nothing', async () => {
    const id = await start();
    const stop = new AbortController();
    first = async ({ signal }) => {
      stop.abort();
      await until(signal);
      return broken();
    };
    await run(id, stop.signal);
    expect(await rowOf(id)).toMatchObject({ tries: 0, leaseUntil: null });
    expect(await dueIn(id)).toBeLessThanOrEqual(0);
  });

  it('that this version of the program lacks is tried again by others', async () => {
    const id = await start();
    await test.ctx.db.update(processes).set({ step: 'from the future' });
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'running', step: 'from the future', tries: 1 });
  });
});

describe('the lease', () => {
  it('keeps a second worker away while the first is at work', async () => {
    const id = await start();
    const release = Promise.withResolvers<void>();
    let starts = 0;
    first = async () => {
      starts += 1;
      await release.promise;
      return hop('second');
    };
    const working = run(id);
    await vi.waitFor(() => expect(starts).toBe(1), patience);
    await run(id);
    release.resolve();
    await working;
    expect(starts).toBe(1);
    expect((await rowOf(id)).state).toBe('completed');
  });

  it('passes to another worker when it ends, and the first can write nothing more', async () => {
    const id = await start();
    const release = Promise.withResolvers<void>();
    const faults: unknown[] = [];
    first = async ({ commit, tries }) => {
      if (tries === 2) return done((tx) => advance(tx.db, id, 1));
      await release.promise;
      await commit((tx) => advance(tx.db, id, 5)).catch((error: unknown) => faults.push(error));
      return fail('This must not be stored.');
    };
    const stalled = run(id);
    await vi.waitFor(async () => expect((await rowOf(id)).generation).toBe(1), patience);
    // The first may renew it in between.
    const takeOver = async (): Promise<string> => {
      await passTime(test.ctx.db, MINUTE_MS);
      await run(id);
      return (await rowOf(id)).state;
    };
    await expect.poll(takeOver).toBe('completed');
    release.resolve();
    await stalled;
    expect(faults).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ state: 'completed', done: 1 });
    expect(ends).toHaveLength(1);
  });

  it('is renewed for as long as the step runs, and aborts it when it is gone', async () => {
    const id = await start();
    let signal: AbortSignal | undefined;
    first = async (given) => {
      ({ signal } = given);
      await until(given.signal);
      return hop('second');
    };
    const working = run(id);
    await vi.waitFor(async () => expect((await rowOf(id)).spentMs).toBeGreaterThan(0), patience);
    expect(signal?.aborted).toBe(false);
    await test.ctx.db.update(processes).set({ generation: 99 });
    await working;
    expect(signal?.aborted).toBe(true);
    expect(await rowOf(id)).toMatchObject({ step: 'first', generation: 99 });
  });

  it.each([
    ['a lease', { leaseUntil: new Date('2099-01-01') }],
    ['a nap', { runAt: new Date('2099-01-01'), scheduledAt: new Date('2098-12-31') }],
  ])('%s that a clock set which has gone back since holds nobody up', async (_what, set) => {
    const id = await start();
    await test.ctx.db.update(processes).set(set);
    await run(id);
    expect((await rowOf(id)).state).toBe('completed');
  });

  it('does not depend on the clocks of the workers', async () => {
    const id = await start();
    const ahead = { ...test.ctx, clock: { now: () => new Date(test.ctx.clock.now().getTime() + HOUR_MS) } };
    let starts = 0;
    first = async () => {
      starts += 1;
      if (starts === 1) await run(id, undefined, ahead);
      return done();
    };
    await run(id);
    expect(starts).toBe(1);
  });
});

describe('a deadline that passes', () => {
  it('aborts the step and ends the process, whatever the step wanted next', async () => {
    const id = await start();
    first = async ({ signal }) => {
      await passTime(test.ctx.db, 2 * HOUR_MS);
      await until(signal);
      return hop('second');
    };
    second = vi.fn<Play>(() => done());
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error: 'It was interrupted.' });
    expect(second).not.toHaveBeenCalled();
  });

  it('ends a process that no worker has', async () => {
    const id = await start();
    await passTime(test.ctx.db, 2 * HOUR_MS);
    await enqueueDueProcesses(test.ctx);
    await run(id);
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error: 'It was interrupted.', generation: 2 });
  });
});

describe('a lost job', () => {
  it('is enqueued again once the process is overdue, under the key that a waiting one has', async () => {
    await start();
    expect(await enqueueDueProcesses(test.ctx)).toBe(0);
    await passTime(test.ctx.db, MINUTE_MS);
    expect(await enqueueDueProcesses(test.ctx)).toBe(1);
    expect(new Set(keys()).size).toBe(1);
    expect(alarms()).toBe(2);
  });

  it('of a worker that died is found when its lease has ended, not before', async () => {
    const id = await start();
    await test.ctx.db.update(processes).set({ leaseUntil: new Date(Date.now() + 50 * SECOND_MS), generation: 1, tries: 1 });
    await passTime(test.ctx.db, 0);
    await test.ctx.db.$client.unsafe("update processes set run_at = now() - interval '1 hour', lease_until = now() + interval '50 s'");
    expect(await enqueueDueProcesses(test.ctx)).toBe(0);
    await passTime(test.ctx.db, MINUTE_MS);
    expect(await enqueueDueProcesses(test.ctx)).toBe(1);
    await run(id);
    expect((await rowOf(id)).state).toBe('completed');
  });
});

describe('a cancel', () => {
  const cancel = (id: CertificateImportId) => test.ctx.db.transaction((db) => cancelProcess({ ...test.ctx, db }, twoSteps, id));

  it('ends a process at once; its worker leaves and writes nothing more', async () => {
    const id = await start();
    first = async ({ signal }) => {
      await until(signal);
      return done((tx) => advance(tx.db, id, 9));
    };
    const working = run(id);
    await vi.waitFor(async () => expect((await rowOf(id)).generation).toBe(1), patience);
    expect(await cancel(id)).toBe(true);
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', error: null, finishedAt: test.ctx.clock.now() });
    await working;
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', done: 0 });
    expect(ends).toEqual([{ state: 'cancelled', error: null }]);
  });

  it('changes nothing of a process that is over', async () => {
    const id = await start();
    await run(id);
    expect(await cancel(id)).toBe(false);
    expect((await rowOf(id)).state).toBe('completed');
  });
});

describe('children', () => {
  const started: CheckRunId[] = [];
  let child: (run: StepRun<'check_run'>) => Promise<Outcome<'work'>> = async () => done();
  const children = defineProcess({ ...settings, kind: 'check_run', first: 'work', steps: { work: (given) => child(given) } });
  const parent = defineProcess({
    ...settings,
    kind: 'import',
    children: [children],
    first: 'start_children',
    steps: {
      start_children: async ({ id }) =>
        hop('wait_for_children', async (tx) => {
          for (let n = 0; n < 3; n += 1) {
            const childId = newId<'check-run'>();
            started.push(childId);
            await startProcess(tx, children, { id: childId, orgId, startedBy: null, parentId: id });
          }
        }),
      wait_for_children: async ({ ctx, id }) => {
        const all = await listChildren(ctx.db, id);
        if (all.some(({ state }) => state === 'running')) return nap();
        return all.some(({ state }) => state !== 'completed') ? fail('A part failed.') : done();
      },
    },
  });
  beforeEach(async () => {
    started.length = 0;
    child = async () => done();
  });
  const runParent = async () => {
    const id = await start();
    await test.ctx.db.update(processes).set({ step: parent.first });
    await runProcess(test.ctx, parent, { id });
    return id;
  };
  const runChild = (id: CheckRunId | undefined) => runProcess(test.ctx, children, { id: id ?? newId<'check-run'>() });

  it('wake their parent when the last of them has ended, once', async () => {
    const id = await runParent();
    expect(test.ctx.jobs.payloadsOf(runChecksJob)).toHaveLength(3);
    const before = alarms();
    await Promise.all(started.map(runChild));
    expect(alarms()).toBe(before + 1);
    await runProcess(test.ctx, parent, { id });
    expect((await rowOf(id)).state).toBe('completed');
  });

  it('are cancelled with their parent', async () => {
    const id = await runParent();
    await runChild(started[0]);
    await test.ctx.db.transaction((db) => cancelProcess({ ...test.ctx, db }, parent, id));
    expect(await Promise.all(started.map(async (one) => (await rowOf(one)).state))).toEqual(['completed', 'cancelled', 'cancelled']);
    expect((await rowOf(id)).state).toBe('cancelled');
  });

  it('that fail are for their parent to judge', async () => {
    const id = await runParent();
    child = async () => fail('No.');
    for (const one of started) await runChild(one);
    await runProcess(test.ctx, parent, { id });
    expect(await rowOf(id)).toMatchObject({ state: 'failed', error: 'A part failed.' });
  });

  it('and parents that end at the same time do not wait for each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      started.length = 0;
      const id = await runParent();
      const cancelParent = test.ctx.db.transaction((db) => cancelProcess({ ...test.ctx, db }, parent, id));
      await Promise.all([...started.map(runChild), cancelParent]);
      expect((await rowOf(id)).state).toBe('cancelled');
    }
  });
});
