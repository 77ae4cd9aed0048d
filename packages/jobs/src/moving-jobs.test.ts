import { newId } from '@notafter/db';
import { createTestDatabase, type TestDatabase } from '@notafter/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createJobQueue } from './create-job-queue.ts';
import { defineJob } from './define-job.ts';
import { movingJobs } from './moving-jobs.ts';

const sendLink = defineJob('send-link', z.object({}), { queue: 'standard', retryLimit: 0, retryDelaySeconds: 1, expireInSeconds: 60 });
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
let source: TestDatabase;
let target: TestDatabase;
beforeAll(async () => {
  [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  for (const { url } of [source, target]) {
    const queue = createJobQueue({ databaseUrl: url, log: quiet, jobs: [sendLink], runsJobs: false });
    await queue.start();
    await queue.stop();
  }
});
afterAll(() => Promise.all([source.drop(), target.drop()]));

it('moves jobs that wait for rows of the organization, runs those again that ran, and leaves all others', async () => {
  const [ours, other] = [newId(), newId()];
  const [from, to] = [source.db.$client, target.db.$client];
  const add = (data: object, state: string) => from`
    insert into pgboss.job (name, data, state) values ('send-link', ${JSON.stringify(data)}::text::jsonb, ${state}::text::pgboss.job_state)`;
  await add({ linkId: ours }, 'created');
  await add({ linkId: ours, again: true }, 'active');
  await add({ linkId: ours }, 'completed');
  await add({ linkId: other }, 'created');
  await add({}, 'created');

  const taken = await movingJobs.take(from, async (ids) => {
    expect([...ids].sort()).toEqual([ours, other].sort());
    return new Set([ours]);
  });
  await movingJobs.put(to, taken);
  const jobs = (sql: typeof from) => sql`select state::text, data from pgboss.job order by data::text, state`;
  expect(await jobs(to)).toEqual([
    { state: 'retry', data: { again: true, linkId: ours } },
    { state: 'created', data: { linkId: ours } },
  ]);
  expect(await jobs(from)).toHaveLength(3);
});
