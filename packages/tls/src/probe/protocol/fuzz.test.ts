import { expect, it } from 'vitest';
import { handshakeTargets } from '../../testing/fuzz/handshake-targets.ts';
import { runFuzz } from '../../testing/fuzz/run-fuzz.ts';

const RUNS = 5_000;

it.each(handshakeTargets())(
  `$name: ${RUNS} changed flights throw nothing but the typed fault, take no time and leave nothing behind`,
  (target) => {
    const { taken } = runFuzz(target, RUNS);
    expect(taken).toBeGreaterThan(RUNS / 20);
  },
  60_000,
);

it.each(handshakeTargets())('$name: the unchanged flights are understood', ({ name, seeds, take }) => {
  const taken = seeds.map((seed) => take(seed));
  if (name === 'tls-1.3-messages') expect(taken).toEqual([true, true, true, false]);
});
