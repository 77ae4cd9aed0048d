import { runFuzz } from '@notafter/tls/testing';
import { expect, it } from 'vitest';
import { transparencyTargets } from '../testing/fuzz-targets.ts';

const RUNS = 5_000;

it.each(transparencyTargets())('$name: 5,000 changed inputs throw nothing, are fast and do not leak', async (target) => {
  const { taken } = await runFuzz(target, RUNS);
  // Only meaningful if some inputs got past the first bytes.
  expect(taken).toBeGreaterThan(RUNS / 50);
});
