/** How probes wait for each other. */
export interface LaneLimits {
  /** Probes at once among targets that answer. */
  readonly fastSlots: number;
  /** Probes at once among targets that are known to be slow, or turn out to be. */
  readonly slowSlots: number;
  /** A probe that takes longer gives its fast slot away and goes on in a slow one. */
  readonly slowAfterMs: number;
  readonly maxKnownSlow: number;
}

/** First in, first out, without moving the rest at each taking. */
class Queue<Item> {
  #items: Item[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }
  push(item: Item): void {
    this.#items.push(item);
  }
  shift(): Item | undefined {
    const item = this.#items[this.#head];
    if (this.#head < this.#items.length) this.#head += 1;
    if (this.#head > 1_000 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
  drain(): Item[] {
    const items = this.#items.slice(this.#head);
    this.#items = [];
    this.#head = 0;
    return items;
  }
}

/**
 * Two lanes, so that servers which accept and never answer delay nobody else: what timed out last time waits and runs on
 * slots of its own, and what turns out to be slow moves there. The times are the caller's clock, in milliseconds.
 */
export class Lanes<Item extends { readonly key: string }> {
  readonly #limits: LaneLimits;
  readonly #waitingFast = new Queue<Item>();
  readonly #waitingSlow = new Queue<Item>();
  /** By item, when it began; the oldest stands first. */
  readonly #fast = new Map<Item, number>();
  readonly #slow = new Set<Item>();
  /** Targets that were slow last time, the latest at the end. */
  readonly #knownSlow = new Set<string>();

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  add(item: Item): void {
    (this.#knownSlow.has(item.key) ? this.#waitingSlow : this.#waitingFast).push(item);
  }

  /** The next item that may begin; it counts as under way from now on. */
  next(now: number): Item | undefined {
    this.#moveSlow(now);
    if (this.#fast.size < this.#limits.fastSlots) {
      const item = this.#waitingFast.shift();
      if (item !== undefined) {
        this.#fast.set(item, now);
        return item;
      }
    }
    if (this.#slow.size >= this.#limits.slowSlots) return undefined;
    const item = this.#waitingSlow.shift();
    if (item !== undefined) this.#slow.add(item);
    return item;
  }

  /** When a waiting item may get a slot without any other one ending; undefined where there is nothing to wait for. */
  nextMoveAt(): number | undefined {
    if (this.#waitingFast.size === 0 || this.#slow.size >= this.#limits.slowSlots) return undefined;
    const oldest = this.#fast.values().next();
    return oldest.done === true ? undefined : oldest.value + this.#limits.slowAfterMs;
  }

  /** An item ended; `wasSlow` decides about its lane next time. */
  end(item: Item, wasSlow: boolean): void {
    this.stop(item);
    this.#knownSlow.delete(item.key);
    if (!wasSlow) return;
    this.#knownSlow.add(item.key);
    const oldest = this.#knownSlow.values().next();
    if (this.#knownSlow.size > this.#limits.maxKnownSlow && oldest.done !== true) this.#knownSlow.delete(oldest.value);
  }

  /** An item ended without telling anything of its target. */
  stop(item: Item): void {
    this.#fast.delete(item);
    this.#slow.delete(item);
  }

  /** Empties both queues. */
  drain(): Item[] {
    return [...this.#waitingFast.drain(), ...this.#waitingSlow.drain()];
  }

  #moveSlow(now: number): void {
    if (this.#waitingFast.size === 0 || this.#fast.size < this.#limits.fastSlots) return;
    for (const [item, begunAt] of this.#fast) {
      if (now - begunAt < this.#limits.slowAfterMs || this.#slow.size >= this.#limits.slowSlots) return;
      this.#fast.delete(item);
      this.#slow.add(item);
    }
  }
}
