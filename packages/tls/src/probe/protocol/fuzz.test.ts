import { expect, it } from 'vitest';
import { handshakeTargets } from '../../testing/fuzz/handshake-targets.ts';
import { runFuzz } from '../../testing/fuzz/run-fuzz.ts';

const RUNS = 5_000;

it.each(handshakeTargets())(`$name: ${RUNS} changed flights throw only the typed fault, quickly and without a leak`, async (target) => {
  const { taken } = await runFuzz(target, RUNS);
  expect(taken).toBeGreaterThan(RUNS / 20);
});

it.each(handshakeTargets())('$name: the unchanged flights are accepted', ({ name, seeds, take }) => {
  const taken = seeds.map((seed) => take(seed));
  if (name === 'tls-1.3-messages') expect(taken).toEqual([true, true, true, false]);
});
