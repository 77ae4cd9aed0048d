import type { Clock } from '@notafter/domain';
import { z } from 'zod';

/** Which instant the run's clock showed at an instant of the machine's, and how many times faster it goes since; both in ms. */
export const clockState = z.object({ showed: z.number(), at: z.number(), speed: z.number() });
export type ClockState = z.infer<typeof clockState>;

/** Time as a run has it: it may go faster than the machine's, and it may be moved. */
export class RunClock implements Clock {
  state: ClockState;

  constructor(state: ClockState) {
    this.state = state;
  }

  now(): Date {
    const { showed, at, speed } = this.state;
    return new Date(showed + (Date.now() - at) * speed);
  }

  /** Goes on from there. */
  set(instant: Date): void {
    this.state = { ...this.state, showed: instant.getTime(), at: Date.now() };
  }
}
