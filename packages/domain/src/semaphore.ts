/** A fixed number of permits, handed out in the order they were asked for. */
export interface Semaphore {
  /** Waits for a permit and returns its release; null if `signal` aborts first. */
  acquire(signal?: AbortSignal): Promise<(() => void) | null>;
}

export const createSemaphore = (permits: number): Semaphore => {
  const waiting = new Set<() => void>();
  let free = permits;
  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  return {
    acquire: (signal) => {
      if (signal?.aborted === true) return Promise.resolve(null);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(release);
      }
      return new Promise((resolve) => {
        const end = (permit: (() => void) | null) => (): void => {
          waiting.delete(enter);
          signal?.removeEventListener('abort', giveUp);
          resolve(permit);
        };
        const enter = end(release);
        const giveUp = end(null);
        waiting.add(enter);
        signal?.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
};
