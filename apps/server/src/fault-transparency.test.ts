import { expect, it } from 'vitest';
import { killFollowers } from './testing/transparency-faults/kill-followers.ts';
import { startWatchWorld } from './testing/transparency-faults/watch-world.ts';

it('stores each issued certificate once, and alerts once on each that nobody ordered, when workers are killed while they read logs', {
  timeout: 600_000,
}, async () => {
  const world = await startWatchWorld(1);
  try {
    const judged = await killFollowers(world, { renewals: 300, unknowns: 6, kills: 3, seed: 7 });
    expect(judged).toEqual({ stored: 306, alerts: 6, problems: [] });
  } finally {
    await world.close();
  }
});
