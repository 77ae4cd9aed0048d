/** What is to happen when time is over; hand it to `cancel` when it was done before. */
export interface Alarm {
  readonly fire: () => void;
  readonly atTick: number;
}

export interface TimerWheel {
  /** Calls `fire` after `delayMs`, at most one tick later. */
  schedule(delayMs: number, fire: () => void): Alarm;
  cancel(alarm: Alarm): void;
  /** Alarms under way. */
  readonly size: number;
}

const TICK_MS = 20;
const SLOTS = 512;

/**
 * The time limits of thousands of connections with one timer of Node's: an alarm costs two set operations. The timer runs,
 * and keeps the process alive, only while an alarm is under way.
 */
export const createTimerWheel = (): TimerWheel => {
  const slots = Array.from({ length: SLOTS }, () => new Set<Alarm>());
  const slotAt = (tick: number): Set<Alarm> | undefined => slots[tick % SLOTS];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  let lastTick = 0;
  const tickNow = (): number => Math.floor(performance.now() / TICK_MS);

  const turn = (): void => {
    const now = tickNow();
    // After a long pause one full turn sees every slot.
    const first = Math.max(lastTick + 1, now - SLOTS + 1);
    lastTick = now;
    for (let tick = first; tick <= now; tick += 1) {
      for (const alarm of slotAt(tick) ?? []) {
        if (alarm.atTick > now) continue;
        cancel(alarm);
        alarm.fire();
      }
    }
  };
  const cancel = (alarm: Alarm): void => {
    if (slotAt(alarm.atTick)?.delete(alarm) !== true) return;
    size -= 1;
    if (size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    get size() {
      return size;
    },
    schedule(delayMs, fire) {
      if (timer === undefined) {
        lastTick = tickNow();
        timer = setInterval(turn, TICK_MS);
      }
      // Rounded up: never early.
      const alarm = { fire, atTick: Math.floor((performance.now() + Math.max(0, delayMs)) / TICK_MS) + 1 };
      slotAt(alarm.atTick)?.add(alarm);
      size += 1;
      return alarm;
    },
    cancel,
  };
};
