/** A few places for many; whoever comes first is served first. */
export interface Places {
  /** Waits for a place and answers how to leave it; null where `signal` aborted before there was one. */
  take(signal?: AbortSignal): Promise<(() => void) | null>;
}

export const createPlaces = (count: number): Places => {
  const waiting = new Set<() => void>();
  let free = count;
  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  return {
    take: (signal) => {
      if (signal?.aborted === true) return Promise.resolve(null);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(leave);
      }
      return new Promise((resolve) => {
        const end = (place: (() => void) | null) => (): void => {
          waiting.delete(enter);
          signal?.removeEventListener('abort', giveUp);
          resolve(place);
        };
        const enter = end(leave);
        const giveUp = end(null);
        waiting.add(enter);
        signal?.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
};
