import type { Log } from '@notafter/domain';
import type { JobActivity } from '@notafter/jobs';

export interface Tick {
  activity(): JobActivity;
  /** Lets the running round finish and starts no other. */
  stop(): Promise<void>;
}

/**
 * Runs `work` at once and then every `periodMs`, one round at a time. A failed round is logged, and the next one runs as usual.
 * `name` appears in activity and logs.
 */
export const startTick = (name: string, periodMs: number, work: () => Promise<void>, log: Log): Tick => {
  let running: Promise<void> | null = null;
  let lastRanAt: number | null = null;
  /** When rounds began to fail; null if the last one succeeded. */
  let failingSince: number | null = null;
  const round = (): void => {
    if (running !== null) return;
    const startedAt = Date.now();
    lastRanAt = startedAt;
    failingSince ??= startedAt;
    running = work()
      .then(
        () => {
          failingSince = null;
        },
        (error: unknown) => log.error({ err: error, tick: name }, 'tick failed'),
      )
      .finally(() => {
        running = null;
      });
  };
  round();
  const timer = setInterval(round, periodMs);
  return {
    activity: () => ({ name, aliveAt: failingSince ?? Date.now(), lastRanAt }),
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
