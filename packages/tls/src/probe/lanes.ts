/** Limits of the probe lanes. */
export interface LaneLimits {
  /** Probes at once among those that a person waits for; excess ones start before all others. */
  readonly firstSlots: number;
  /** Probes at once among targets that answer. */
  readonly fastSlots: number;
  /** Probes at once among targets that are known to be slow, or turn out to be. */
  readonly slowSlots: number;
  /**
   * A probe that takes longer than this, and three times as long as recent answers, gives up its fast slot and continues in a
   * slow one. If everything is slow, starting more probes would only make it slower.
   */
  readonly slowAfterMs: number;
  readonly maxKnownSlow: number;
}

const SLOWER_THAN_USUAL = 3;
/** Weight of the latest answer in the moving average. */
const LATEST_SHARE = 0.02;

/** A FIFO queue that does not move its items. */
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
 * One lane for probes that a person waits for, and two for the rest, so that servers that accept and never answer delay no
 * others. Targets that timed out last time wait for slow slots; targets that turn out to be slow move there. Times are on
 * the caller's clock, in milliseconds.
 */
export class Lanes<Item extends { readonly key: string; readonly first?: boolean }> {
  readonly #limits: LaneLimits;
  readonly #waitingFirst = new Queue<Item>();
  readonly #waitingFast = new Queue<Item>();
  readonly #waitingSlow = new Queue<Item>();
  readonly #first = new Set<Item>();
  /** Start time by item, oldest first. */
  readonly #fast = new Map<Item, number>();
  /** The same; undefined if it was known to be slow when it started. */
  readonly #slow = new Map<Item, number | undefined>();
  #usualMs = 0;
  /** Targets that were slow last time, the latest at the end. */
  readonly #knownSlow = new Set<string>();

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  add(item: Item): void {
    if (item.first === true) this.#waitingFirst.push(item);
    else (this.#knownSlow.has(item.key) ? this.#waitingSlow : this.#waitingFast).push(item);
  }

  /** Returns the next item that can start, and counts it as running. */
  next(now: number): Item | undefined {
    if (this.#first.size < this.#limits.firstSlots) {
      const item = this.#waitingFirst.shift();
      if (item !== undefined) {
        this.#first.add(item);
        return item;
      }
    }
    this.#moveSlow(now);
    if (this.#fast.size < this.#limits.fastSlots) {
      const item = this.#waitingFirst.shift() ?? this.#waitingFast.shift();
      if (item !== undefined) {
        this.#fast.set(item, now);
        return item;
      }
    }
    if (this.#slow.size >= this.#limits.slowSlots) return undefined;
    const item = this.#waitingSlow.shift();
    if (item !== undefined) this.#slow.set(item, undefined);
    return item;
  }

  /** Returns when a waiting item can get a slot without another one ending; undefined if none can. */
  nextMoveAt(): number | undefined {
    if (!this.#wantsFast || this.#slow.size >= this.#limits.slowSlots) return undefined;
    const oldest = this.#fast.values().next();
    return oldest.done === true ? undefined : oldest.value + this.#slowAfterMs;
  }

  /** Ends an item; `wasSlow` decides its lane next time. */
  end(item: Item, wasSlow: boolean, now: number): void {
    const begunAt = this.#fast.get(item) ?? this.#slow.get(item);
    if (!wasSlow && begunAt !== undefined) this.#usualMs += LATEST_SHARE * (now - begunAt - this.#usualMs);
    this.stop(item);
    this.#knownSlow.delete(item.key);
    if (!wasSlow) return;
    this.#knownSlow.add(item.key);
    const oldest = this.#knownSlow.values().next();
    if (this.#knownSlow.size > this.#limits.maxKnownSlow && oldest.done !== true) this.#knownSlow.delete(oldest.value);
  }

  /** Ends an item without a result for its target. */
  stop(item: Item): void {
    this.#first.delete(item);
    this.#fast.delete(item);
    this.#slow.delete(item);
  }

  /** Empties the queues. */
  drain(): Item[] {
    return [...this.#waitingFirst.drain(), ...this.#waitingFast.drain(), ...this.#waitingSlow.drain()];
  }

  get #slowAfterMs(): number {
    return Math.max(this.#limits.slowAfterMs, SLOWER_THAN_USUAL * this.#usualMs);
  }

  get #wantsFast(): boolean {
    return this.#waitingFirst.size + this.#waitingFast.size > 0;
  }

  #moveSlow(now: number): void {
    if (!this.#wantsFast || this.#fast.size < this.#limits.fastSlots) return;
    for (const [item, begunAt] of this.#fast) {
      if (now - begunAt < this.#slowAfterMs || this.#slow.size >= this.#limits.slowSlots) return;
      this.#fast.delete(item);
      this.#slow.set(item, begunAt);
    }
  }
}
