export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The only source of the present instant in features and jobs; tests hand in a fake one. */
export interface Clock {
  now(): Date;
}

/** The whole second that an instant is in; X.509 dates have no finer unit. */
export const startOfSecond = (instant: Date): Date => new Date(Math.floor(instant.getTime() / SECOND_MS) * SECOND_MS);

/** Midnight of UTC. */
export const startOfDay = (instant: Date): Date => new Date(Math.floor(instant.getTime() / DAY_MS) * DAY_MS);

export const addMs = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms);

/** The last days in UTC, that of `now` included, each as its first instant, the oldest first. */
export const lastDays = (now: Date, count: number): Date[] =>
  Array.from({ length: count }, (_, index) => addMs(startOfDay(now), (index - count + 1) * DAY_MS));
