import { rateLimits } from '@notafter/db';
import { createTestDatabase, type TestDatabase } from '@notafter/db/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createThrottle, type Throttle } from './throttle.ts';

let database: TestDatabase;
let throttle: Throttle;
const tries = 8;
const windowMs = 5 * 60_000;
const rule = 'loginToAccountFromNetwork';

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.delete(rateLimits);
  throttle = createThrottle(database.db);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const spendAll = async (subject: string): Promise<void> => {
  for (let n = 0; n < tries; n += 1) await throttle.spend(rule, subject);
};

it('refuses the try after the last and says how long to wait', async () => {
  await spendAll('ada');
  await expect(throttle.spend(rule, 'ada')).rejects.toMatchObject({
    code: 'rate_limited',
    status: 429,
    retryAfterSeconds: windowMs / 1000,
  });
});

it('counts each subject and each rule alone', async () => {
  await spendAll('ada');
  await throttle.spend(rule, 'eve');
  await throttle.spend('loginToAccount', 'ada');
});

it('delays and never locks out: tries made while waiting do not prolong the wait', async () => {
  await spendAll('ada');
  vi.setSystemTime(Date.now() + windowMs / 2);
  await expect(throttle.spend(rule, 'ada')).rejects.toMatchObject({ retryAfterSeconds: windowMs / 2000 });
  await expect(throttle.spend(rule, 'ada')).rejects.toMatchObject({ retryAfterSeconds: windowMs / 2000 });
  vi.setSystemTime(Date.now() + windowMs / 2 + 1);
  await throttle.spend(rule, 'ada');
});

it('forgets nothing when the process starts again', async () => {
  await spendAll('ada');
  expect(await createThrottle(database.db).trySpend(rule, 'ada')).toBe(false);
});

it('asks memory, not the database, about those who went over', async () => {
  await spendAll('ada');
  expect(await throttle.trySpend(rule, 'ada')).toBe(false);
  await database.db.delete(rateLimits);
  expect(await throttle.trySpend(rule, 'ada')).toBe(false);
});

it('lets through exactly as many of a crowd as there are tries', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => throttle.trySpend(rule, 'ada')));
  expect(answers.filter(Boolean)).toHaveLength(tries);
});

it('forgives: all tries are there again', async () => {
  await spendAll('ada');
  await throttle.trySpend(rule, 'ada');
  await throttle.forgive(rule, 'ada');
  await spendAll('ada');
});

it('refunds one try', async () => {
  await spendAll('ada');
  await throttle.refund(rule, 'ada');
  expect(await throttle.trySpend(rule, 'ada')).toBe(true);
  expect(await throttle.trySpend(rule, 'ada')).toBe(false);
});

it('writes no address into the table', async () => {
  await throttle.spend(rule, 'ada@example.com 192.0.2.1');
  const rows = await database.db.select().from(rateLimits);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/ada|192/);
});
