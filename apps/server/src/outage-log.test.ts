import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collapseOutages, type OutageLog } from './outage-log.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const silent = Object.assign(new Error('write SILENCE_TIMEOUT 127.0.0.1:5432 (Queue: check-slice)'), { code: 'SILENCE_TIMEOUT' });
const failed = (cause: Error) => new Error('Failed query: select 1', { cause });

let lines: { level: string; message: string; fields: object }[];
let answers: boolean;
let outages: OutageLog;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  answers = false;
  const take = (level: string) => (fields: object, message: string) => void lines.push({ level, message, fields });
  outages = collapseOutages({ debug: take('debug'), info: take('info'), warn: take('warn'), error: take('error') }, async () => {
    if (!answers) throw refused;
  });
});
afterEach(() => {
  outages.stop();
  vi.useRealTimers();
});
const messages = (): readonly string[] => lines.map(({ message }) => message);

it('logs the start of an outage, one line per minute and its end, however many requests and jobs fail', async () => {
  for (let minute = 0; minute < 3; minute += 1) {
    for (let failure = 0; failure < 100; failure += 1) outages.log.error({ err: failed(refused) }, 'request failed');
    outages.log.warn({ err: silent }, 'job queue failed');
    await vi.advanceTimersByTimeAsync(60_000);
  }
  answers = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(messages()).toEqual([
    'PostgreSQL is unavailable; requests get 503, and jobs wait',
    ...Array.from({ length: 3 }, () => 'PostgreSQL is still unavailable'),
    'PostgreSQL is available again',
  ]);
  expect(lines[0]?.fields).toEqual({ reason: 'ECONNREFUSED' });
  expect(lines.at(-1)?.fields).toMatchObject({ failures: 303 });
});

it('logs the next outage as a new one', async () => {
  for (let round = 0; round < 2; round += 1) {
    answers = false;
    outages.log.error({ err: refused }, 'request failed');
    answers = true;
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(messages()).toHaveLength(4);
});

it('forwards other errors with their stack, even during an outage', () => {
  outages.log.error({ err: refused }, 'request failed');
  const fault = new TypeError('ours');
  outages.log.error({ err: fault }, 'request failed');
  outages.log.info({}, 'anything');
  expect(lines.slice(1)).toEqual([
    { level: 'error', message: 'request failed', fields: { err: fault } },
    { level: 'info', message: 'anything', fields: {} },
  ]);
});
