import { channelTypes } from '@notafter/domain';
import { expect, it } from 'vitest';
import { runAlertFaults } from './testing/alert-faults/alert-faults.ts';

it('loses no alert and marks every repetition when workers are killed, PostgreSQL restarts and receivers fail', {
  timeout: 620_000,
}, async () => {
  const { channels, problems, struck } = await runAlertFaults({
    certificates: 100,
    organizations: 10,
    workers: 2,
    kills: 5,
    restarts: 1,
    crossingMs: 2000,
    speed: 15,
    timeouts: false,
    sweepEveryMs: 500,
    seed: 7,
    // Ends a hang. Restarting killed workers takes most of the time, and a busy machine needs many times ours.
    deadlineMs: 600_000,
  });
  expect(problems).toEqual([]);
  expect(channels.map(({ expected, sent, lost }) => ({ expected, sent, lost }))).toEqual(
    channelTypes.map(() => ({ expected: 100, sent: 100, lost: 0 })),
  );
  // Random faults must have occurred for the result to mean anything.
  expect(struck).toHaveLength(6);
  expect(channels.reduce((sum, { cutOff }) => sum + cutOff, 0)).toBeGreaterThan(0);
});
