import { addMs, type Clock } from '@notafter/domain';

export interface FakeClock extends Clock {
  advance(ms: number): void;
  set(instant: Date): void;
}

/** Does not move until a test moves it. */
export const createFakeClock = (start: Date = new Date('2026-11-10T12:00:00Z')): FakeClock => {
  let instant = start;
  return {
    now: () => new Date(instant),
    advance: (ms) => {
      instant = addMs(instant, ms);
    },
    set: (to) => {
      instant = to;
    },
  };
};
