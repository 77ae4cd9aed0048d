import type { Log } from '@notafter/domain';
import type { JobActivity } from '@notafter/jobs';

export interface Tick {
  activity(): JobActivity;
  /** Lets the round under way end; none follows. */
  stop(): Promise<void>;
}

/**
 * `name` is what activity and log call it. Does `work` at once and then every `periodMs`, one round at a time; a failed round is logged and the next one comes
 * all the same.
 */
export const startTick = (name: string, periodMs: number, work: () => Promise<void>, log: Log): Tick => {
  let running: Promise<void> | null = null;
  let lastRanAt: number | null = null;
  /** Since when no round succeeded; null while the last one did. */
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
        (error: unknown) => log.error({ err: error, tick: name }, 'looking for what is due failed'),
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
