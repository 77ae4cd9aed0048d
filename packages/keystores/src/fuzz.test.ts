import { runFuzz } from '@notafter/tls/testing';
import { expect, it } from 'vitest';
import { keystoreTargets } from './testing/fuzz-targets.ts';

const RUNS = 1_000;

it.each(keystoreTargets())(`$name: ${RUNS} changed files are read or have a problem, never take long and do not leak`, async (target) => {
  const { taken } = await runFuzz(target, RUNS);
  // Only meaningful if some changed files are still readable.
  expect(taken).toBeGreaterThan(RUNS / 50);
});
