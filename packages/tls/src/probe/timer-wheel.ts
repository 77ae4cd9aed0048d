/** A scheduled call; pass it to `cancel` when it is no longer needed. */
export interface Alarm {
  readonly fire: () => void;
  readonly atTick: number;
}

export interface TimerWheel {
  /** Calls `fire` after `delayMs`, at most one tick later. */
  schedule(delayMs: number, fire: () => void): Alarm;
  /** Has no effect if the alarm fired or was canceled before. */
  cancel(alarm: Alarm): void;
  /** Number of active alarms. */
  readonly size: number;
}

const TICK_MS = 20;
const SLOTS = 512;

/** An alarm in the ring of its slot; the slot itself is one too, without a callback. */
class Link implements Alarm {
  readonly fire: () => void;
  readonly atTick: number;
  previous: Link = this;
  next: Link = this;

  constructor(fire: () => void, atTick: number) {
    this.fire = fire;
    this.atTick = atTick;
  }

  insertBefore(slot: Link): void {
    this.previous = slot.previous;
    this.next = slot;
    slot.previous.next = this;
    slot.previous = this;
  }

  /** False if the alarm is in no ring. */
  remove(): boolean {
    if (this.next === this) return false;
    this.previous.next = this.next;
    this.next.previous = this.previous;
    this.previous = this;
    this.next = this;
    return true;
  }
}

/**
 * The time limits of thousands of connections with one Node timer: setting and canceling an alarm changes four pointers. The
 * timer runs, and keeps the process alive, only while an alarm is active.
 */
export const createTimerWheel = (): TimerWheel => {
  const slots = Array.from({ length: SLOTS }, () => new Link(() => undefined, 0));
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  let lastTick = 0;
  const tickNow = (): number => Math.floor(performance.now() / TICK_MS);

  const fireDue = (slot: Link, now: number): void => {
    const due: Link[] = [];
    for (let link = slot.next; link !== slot; link = link.next) if (link.atTick <= now) due.push(link);
    for (const link of due) {
      // An alarm that fired before may have canceled it.
      if (!link.remove()) continue;
      size -= 1;
      link.fire();
    }
  };
  const turn = (): void => {
    const now = tickNow();
    // After a long pause, one full turn covers every slot.
    const first = Math.max(lastTick + 1, now - SLOTS + 1);
    lastTick = now;
    for (let tick = first; tick <= now; tick += 1) {
      const slot = slots[tick % SLOTS];
      if (slot !== undefined) fireDue(slot, now);
    }
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
      size += 1;
      if (size === 1) timer.ref();
      // Rounded up: never early.
      const link = new Link(fire, Math.floor((performance.now() + Math.max(0, delayMs)) / TICK_MS) + 1);
      const slot = slots[link.atTick % SLOTS];
      if (slot !== undefined) link.insertBefore(slot);
      return link;
    },
    cancel(alarm) {
      if (!(alarm instanceof Link) || !alarm.remove()) return;
      size -= 1;
      // Reused for the next alarm, which may come soon, but does not keep the process alive.
      if (size === 0) timer?.unref();
    },
  };
};
