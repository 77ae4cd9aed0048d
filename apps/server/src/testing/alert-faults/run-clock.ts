import type { Clock } from '@notafter/domain';
import { z } from 'zod';

/** The run's time at an instant of the machine's clock, and the speed since then; both in ms. */
export const clockState = z.object({ showed: z.number(), at: z.number(), speed: z.number() });
export type ClockState = z.infer<typeof clockState>;

/** The time of a run: it can run faster than the machine's clock, and can be moved. */
export class RunClock implements Clock {
  state: ClockState;

  constructor(state: ClockState) {
    this.state = state;
  }

  now(): Date {
    const { showed, at, speed } = this.state;
    return new Date(showed + (Date.now() - at) * speed);
  }

  /** Continues from there. */
  set(instant: Date): void {
    this.state = { ...this.state, showed: instant.getTime(), at: Date.now() };
  }
}
