import { createTestDatabase, type TestDatabase } from '@notafter/db/testing';
import type { Log } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createJobQueue, type JobRunner } from './create-job-queue.ts';
import { defineJob, type JobPolicy } from './define-job.ts';

const policy = (overrides: Partial<JobPolicy> = {}): JobPolicy => ({
  queue: 'standard',
  retryLimit: 2,
  retryDelaySeconds: 0,
  expireInSeconds: 60,
  ...overrides,
});
const payload = z.object({ id: z.string() });
const greet = defineJob('greet', payload, policy());
const flaky = defineJob('flaky', payload, policy());
const hopeless = defineJob('hopeless', payload, policy({ retryLimit: 0 }));
const strict = defineJob('strict', payload, policy());
const sweep = defineJob('sweep', payload, policy({ queue: 'exclusive', retryLimit: 0 }));
const lost = defineJob('lost', payload, policy({ heartbeatSeconds: 10 }));
const fair = defineJob('fair', payload, policy());
const again = defineJob('again', payload, policy());
const lesser = defineJob('lesser', payload, policy());
const jobs = [again, fair, greet, lesser, flaky, hopeless, strict, sweep, lost];

const silent: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const patience = { timeout: 45_000, interval: 50 };

let database: TestDatabase;
let enqueuer: JobRunner;
let worker: JobRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  const shared = { databaseUrl: database.url, log: silent, jobs };
  enqueuer = createJobQueue({ ...shared, runsJobs: false });
  worker = createJobQueue({ ...shared, runsJobs: true, superviseIntervalSeconds: 1 });
  await Promise.all([enqueuer.start(), worker.start()]);
});

afterAll(async () => {
  await Promise.all([enqueuer.stop(), worker.stop()]);
  await database.drop();
});

const statesOf = async (name: string): Promise<string[]> => {
  const rows = await database.db.execute<{ state: string }>(sql`select state from pgboss.job where name = ${name} order by created_on`);
  return rows.map(({ state }) => state);
};

describe('enqueue', () => {
  it('makes the job part of the transaction: neither exists without the other', async () => {
    const seen: string[] = [];
    const working = await worker.work(greet, async ({ id }) => {
      seen.push(id);
    });
    const failed = database.db.transaction(async (tx) => {
      await enqueuer.queue.enqueue(tx, greet, { id: 'rolled back' });
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await database.db.transaction((tx) => enqueuer.queue.enqueue(tx, greet, { id: 'committed' }));
    await vi.waitFor(async () => expect(await statesOf('greet')).toEqual(['completed']), patience);
    expect(seen).toEqual(['committed']);
    await working.stop();
  });

  it('allows one queued or active job per key of an exclusive queue, and the next one when it is done', async () => {
    const send = (key: string) => database.db.transaction((tx) => enqueuer.queue.enqueue(tx, sweep, { id: key }, { singletonKey: key }));
    const release = Promise.withResolvers<void>();
    const seen: string[] = [];
    await send('a');
    await send('a');
    await send('b');
    const working = await worker.work(
      sweep,
      async ({ id }) => {
        seen.push(id);
        await release.promise;
      },
      { concurrency: 2 },
    );
    await vi.waitFor(() => expect(seen.toSorted()).toEqual(['a', 'b']), patience);
    await send('a');
    expect(await statesOf('sweep')).toEqual(['active', 'active']);
    release.resolve();
    await vi.waitFor(async () => expect(await statesOf('sweep')).toEqual(['completed', 'completed']), patience);
    await send('a');
    await vi.waitFor(() => expect(seen.toSorted()).toEqual(['a', 'a', 'b']), patience);
    await working.stop();
  });
});

describe('work', () => {
  it('retries a job if its handler throws', async () => {
    const attempts: number[] = [];
    await database.db.transaction((tx) => enqueuer.queue.enqueue(tx, flaky, { id: 'x' }));
    const working = await worker.work(flaky, async (_payload, { attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) throw new Error('not yet');
    });
    await vi.waitFor(async () => expect(await statesOf('flaky')).toEqual(['completed']), patience);
    expect(attempts).toEqual([1, 2]);
    await working.stop();
  });

  it('limits the concurrent jobs of one group while another group is served', async () => {
    const send = (id: string, group: string, priority = 0) =>
      database.db.transaction((tx) => enqueuer.queue.enqueue(tx, fair, { id }, { group, priority }));
    const release = Promise.withResolvers<void>();
    const seen: string[] = [];
    const handler = async ({ id }: { readonly id: string }): Promise<void> => {
      seen.push(id);
      await release.promise;
    };
    const working = await worker.work(fair, handler, { concurrency: 4, groupConcurrency: 2 });
    for (const id of ['a1', 'a2']) {
      await send(id, 'a');
      await vi.waitFor(() => expect(seen).toContain(id), patience);
    }
    await send('a3', 'a', 5);
    await send('b1', 'b');
    await vi.waitFor(() => expect(seen).toContain('b1'), patience);
    expect(seen).toEqual(['a1', 'a2', 'b1']);
    release.resolve();
    await vi.waitFor(() => expect(seen).toEqual(['a1', 'a2', 'b1', 'a3']), patience);
    await working.stop();
  });

  it('reserves workers for lower priorities', async () => {
    const send = (id: string, priority: number) =>
      database.db.transaction((tx) => enqueuer.queue.enqueue(tx, lesser, { id }, { priority }));
    const release = Promise.withResolvers<void>();
    const seen: string[] = [];
    const handler = async ({ id }: { readonly id: string }): Promise<void> => {
      seen.push(id);
      await release.promise;
    };
    const working = await worker.work(lesser, handler, { concurrency: 2, maxPriority: -1 });
    await send('urgent', 0);
    await send('less', -1);
    await vi.waitFor(() => expect(seen).toContain('less'), patience);
    expect(seen).toEqual(['less']);
    release.resolve();
    await working.stop();
  });

  it('moves an invalid payload to the dead letters without calling the handler', async () => {
    const handler = vi.fn(async () => undefined);
    const unchecked = defineJob('strict', z.object({ name: z.number() }), policy());
    await database.db.transaction((tx) => enqueuer.queue.enqueue(tx, unchecked, { name: 7 }));
    const working = await worker.work(strict, handler);
    await vi.waitFor(async () => expect(await statesOf('strict')).toEqual(['failed']), patience);
    const letters = await database.db.execute(sql`select data, source_name from pgboss.job where name = 'dead-letters'`);
    expect([...letters]).toEqual([{ data: { name: 7 }, source_name: 'strict' }]);
    expect(handler).not.toHaveBeenCalled();
    await working.stop();
  });

  it('runs failed jobs again, in the transaction that asks for it', async () => {
    const unchecked = defineJob('again', z.object({ name: z.number() }), policy());
    await database.db.transaction((tx) => enqueuer.queue.enqueue(tx, unchecked, { name: 7 }));
    const refusing = await worker.work(again, async () => undefined);
    await vi.waitFor(async () => expect(await statesOf('again')).toEqual(['failed']), patience);
    await refusing.stop();
    const undone = database.db.transaction(async (tx) => {
      await enqueuer.queue.retryFailed(tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await statesOf('again')).toEqual(['failed']);
    expect(await database.db.transaction((tx) => enqueuer.queue.retryFailed(tx))).toBeGreaterThanOrEqual(1);
    expect(await statesOf('again')).toEqual(['failed', 'created']);
  });

  it('gives up after the last try, without a dead letter for jobs that recur', async () => {
    await database.db.transaction((tx) => enqueuer.queue.enqueue(tx, hopeless, { id: 'x' }));
    const working = await worker.work(hopeless, async () => {
      throw new Error('never');
    });
    await vi.waitFor(async () => expect(await statesOf('hopeless')).toEqual(['failed']), patience);
    const letters = await database.db.execute(sql`select 1 from pgboss.job where name = 'dead-letters' and source_name = 'hopeless'`);
    expect(letters).toHaveLength(0);
    await working.stop();
  });

  it('retries a job whose worker died', async () => {
    await database.db.transaction((tx) => enqueuer.queue.enqueue(tx, lost, { id: 'x' }));
    const dead = await new PgBoss({ connectionString: database.url, supervise: false, schedule: false }).start();
    expect(await dead.fetch('lost')).toHaveLength(1);
    await dead.stop({ graceful: false });
    await database.db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'lost'`);
    const attempts: number[] = [];
    const working = await worker.work(lost, async (_payload, { attempt }) => {
      attempts.push(attempt);
    });
    await vi.waitFor(async () => expect(await statesOf('lost')).toEqual(['completed']), patience);
    expect(attempts).toEqual([2]);
    await working.stop();
  });

  it('reports when each kind of job was last alive and last ran', async () => {
    const from = Date.now();
    await database.db.transaction((tx) => enqueuer.queue.enqueue(tx, greet, { id: 'activity' }));
    const working = await worker.work(greet, async () => undefined);
    await vi.waitFor(() => {
      const [activity] = worker.activity().filter(({ name }) => name === 'greet');
      expect(activity?.aliveAt).toBeGreaterThanOrEqual(from);
      expect(activity?.lastRanAt).toBeGreaterThanOrEqual(from);
    }, patience);
    expect(enqueuer.activity()).toEqual([]);
    await working.stop();
  });

  it('signals running handlers when it stops, and waits for them', async () => {
    const started = Promise.withResolvers<void>();
    let finished = false;
    await database.db.transaction((tx) => enqueuer.queue.enqueue(tx, greet, { id: 'long' }));
    const working = await worker.work(greet, async (_payload, { signal }) => {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      finished = true;
    });
    await started.promise;
    await working.stop();
    expect(finished).toBe(true);
  });
});

describe('start', () => {
  it('applies a changed policy to new jobs, and finishes those that wait under the old one', async () => {
    const before = defineJob('reshaped', payload, policy());
    const after = defineJob('reshaped', payload, policy({ queue: 'exclusive', retryLimit: 7 }));
    const shared = { databaseUrl: database.url, log: silent, runsJobs: false };
    const old = createJobQueue({ ...shared, jobs: [before] });
    await old.start();
    await database.db.transaction(async (tx) => {
      await old.queue.enqueue(tx, before, { id: 'waiting' }, { singletonKey: '1' });
      await old.queue.enqueue(tx, before, { id: 'waiting too' }, { singletonKey: '1' });
    });
    await old.stop();
    const renewed = createJobQueue({ ...shared, jobs: [after] });
    await renewed.start();
    await database.db.transaction(async (tx) => {
      await renewed.queue.enqueue(tx, after, { id: 'new' }, { singletonKey: '1' });
      await renewed.queue.enqueue(tx, after, { id: 'merged' }, { singletonKey: '1' });
    });
    const seen: string[] = [];
    const working = await renewed.work(after, async ({ id }) => void seen.push(id));
    await vi.waitFor(() => expect([...seen].sort()).toEqual(['new', 'waiting', 'waiting too']), patience);
    expect(renewed.activity().map(({ name }) => name)).toEqual(['reshaped']);
    await working.stop();
    await renewed.stop();
  });

  it('finishes the jobs of every earlier policy, also when the first one returns', async () => {
    const first = defineJob('returned', payload, policy());
    const second = defineJob('returned', payload, policy({ queue: 'short' }));
    const open = async (job: typeof first) => {
      const queue = createJobQueue({ databaseUrl: database.url, log: silent, runsJobs: false, jobs: [job] });
      await queue.start();
      await database.db.transaction((tx) => queue.queue.enqueue(tx, job, { id: job.policy.queue }));
      return queue;
    };
    await (await open(first)).stop();
    await (await open(second)).stop();
    const last = await open(first);
    const seen: string[] = [];
    const working = await last.work(first, async ({ id }) => void seen.push(id));
    await vi.waitFor(() => expect([...seen].sort()).toEqual(['short', 'standard', 'standard']), patience);
    await working.stop();
    await last.stop();
  });
});
