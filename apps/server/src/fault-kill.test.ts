import { expect, it } from 'vitest';
import { killRounds } from './testing/kill-rounds.ts';

it('loses no data, writes nothing partially and leaves no process when it is killed during adds', { timeout: 600_000 }, async () => {
  const rounds = await killRounds({ rounds: 3, seed: 7, by: 'main' });
  expect(rounds).toHaveLength(3);
  for (const { damage, leftBehind } of rounds) {
    expect(leftBehind).toEqual([]);
    expect(damage).toEqual({ lost: 0, withoutSchedule: 0, withoutHistory: 0, withoutChain: 0, withoutAudit: 0, wrongCounts: 0 });
  }
  expect(rounds.reduce((sum, { answered }) => sum + answered, 0)).toBeGreaterThan(0);
});
