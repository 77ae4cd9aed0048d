import { readFile } from 'node:fs/promises';
import { createTestContext, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LivedYear } from '../testing/simulated-year/live.ts';
import { type PredictedAlert, predict } from '../testing/simulated-year/predict.ts';
import { livedRows, predictedRows } from '../testing/simulated-year/rows.ts';
import { DAY, DOWNTIME, makeWorld, YEAR } from '../testing/simulated-year/world.ts';

// `npm run simulate:alerts` lives through it with 1,000 certificates and looks in more often.
const CERTIFICATES = Number(process.env.SIMULATED_CERTIFICATES ?? 36);
const SEED = Number(process.env.SIMULATED_SEED ?? 7);
const LOOK_EVERY = (CERTIFICATES > 100 ? 0.5 : 5) * DAY;
vi.setConfig({ testTimeout: 60 * 60_000 });

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const minutesOf = (predicted: readonly PredictedAlert[]): number[] =>
  predicted
    .flatMap(({ raisedAt, endedAt, acknowledgedAt, escalatedAt, sent }) => [
      raisedAt,
      endedAt,
      acknowledgedAt,
      escalatedAt,
      ...sent.map(({ at }) => at),
    ])
    .flatMap((minute) => (minute === null ? [] : [minute - 1, minute]));

it('the prediction knows nothing of the product', async () => {
  for (const file of ['predict.ts', 'world.ts']) {
    const source = await readFile(new URL(`../testing/simulated-year/${file}`, import.meta.url), 'utf8');
    const imported = [...source.matchAll(/^} from '(.*)'|^import .* from '(.*)'/gm)].map(([, many, one]) => many ?? one);
    expect(imported.filter((from) => from !== './world.ts')).toEqual([]);
  }
});

it('a year of renewals, holds, a downgrade and ten days of downtime brings exactly the alerts and times that were predicted', async () => {
  const world = makeWorld(CERTIFICATES, SEED);
  const predicted = world.certificates.flatMap(predict);
  const year = new LivedYear(test.ctx);
  await year.begin(world);
  const looks = Array.from({ length: YEAR / LOOK_EVERY }, (_, index) => index * LOOK_EVERY);
  const minutes = new Set([...looks, ...year.busyMinutes, ...minutesOf(predicted)]);
  const up = [...minutes].filter((minute) => minute >= 0 && minute < YEAR && (minute < DOWNTIME.from || minute >= DOWNTIME.until));
  for (const minute of up.sort((one, other) => one - other)) await year.live(minute);
  expect(test.ctx.log.entries.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  const [lived, table] = [await livedRows(test.ctx), predictedRows(predicted)];
  const [surplus, missing] = [lived.filter((row) => !table.includes(row)), table.filter((row) => !lived.includes(row))];
  expect({ missing, surplus }).toEqual({ missing: [], surplus: [] });
  expect(lived).toEqual(table);
  for (const part of [
    'expiry 30',
    'expiry 0',
    'expired -1',
    'failing',
    'invalid',
    'changed',
    'escalation sent',
    'resolved sent',
    'superseded',
    ': slack:blue alert sent',
    ': email:ops alert sent',
  ]) {
    expect(table.some((row) => row.includes(part))).toBe(true);
  }
});
