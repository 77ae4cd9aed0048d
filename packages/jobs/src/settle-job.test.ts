import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineJob } from './define-job.ts';
import { settleJob } from './settle-job.ts';

const nothing = () => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const job = defineJob('try', z.object({}), { queue: 'standard', retryLimit: 1, retryDelaySeconds: 1, expireInSeconds: 10 });

it('records why a job failed without the values of a query', async () => {
  const { signal } = new AbortController();
  const claimed = { id: '1', name: 'try', data: {}, expireInSeconds: 10, heartbeatSeconds: null, retryCount: 0, signal };
  const handler = () => Promise.reject(new DrizzleQueryError('select $1', ['a hash'], new Error('no answer')));
  const result = await settleJob(job, handler, claimed, signal, log);
  expect(result).toEqual({ id: '1', status: 'failed', output: { message: 'Failed query: select $1' } });
});
