import type { Log } from '@notafter/domain';

export interface Tick {
  /** Lets the round under way end; none follows. */
  stop(): Promise<void>;
}

/**
 * Does `work` at once and then every `periodMs`, one round at a time; a failed round is logged and the next one comes
 * all the same.
 */
export const startTick = (periodMs: number, work: () => Promise<void>, log: Log): Tick => {
  let running: Promise<void> | null = null;
  const round = (): void => {
    if (running !== null) return;
    running = work()
      .catch((error: unknown) => log.error({ err: error }, 'looking for what is due failed'))
      .finally(() => {
        running = null;
      });
  };
  round();
  const timer = setInterval(round, periodMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
