/** How probes wait for each other. */
export interface LaneLimits {
  /** Probes at once among those that somebody waits for; what is over goes on before all others. */
  readonly firstSlots: number;
  /** Probes at once among targets that answer. */
  readonly fastSlots: number;
  /** Probes at once among targets that are known to be slow, or turn out to be. */
  readonly slowSlots: number;
  /**
   * A probe that takes longer, and three times as long as those that are answered take just now, gives its fast slot away
   * and goes on in a slow one: where everything takes long, beginning more would only make it longer.
   */
  readonly slowAfterMs: number;
  readonly maxKnownSlow: number;
}

const SLOWER_THAN_USUAL = 3;
/** What the latest answer weighs in what is usual. */
const LATEST_SHARE = 0.02;

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
 * A lane for what somebody waits for, and two for the rest, so that servers which accept and never answer delay nobody else: what timed out last time waits and runs on
 * slots of its own, and what turns out to be slow moves there. The times are the caller's clock, in milliseconds.
 */
export class Lanes<Item extends { readonly key: string; readonly first?: boolean }> {
  readonly #limits: LaneLimits;
  readonly #waitingFirst = new Queue<Item>();
  readonly #waitingFast = new Queue<Item>();
  readonly #waitingSlow = new Queue<Item>();
  readonly #first = new Set<Item>();
  /** By item, when it began; the oldest stands first. */
  readonly #fast = new Map<Item, number>();
  /** The same; undefined where it was known to be slow when it began. */
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

  /** The next item that may begin; it counts as under way from now on. */
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

  /** When a waiting item may get a slot without any other one ending; undefined where there is nothing to wait for. */
  nextMoveAt(): number | undefined {
    if (!this.#wantsFast || this.#slow.size >= this.#limits.slowSlots) return undefined;
    const oldest = this.#fast.values().next();
    return oldest.done === true ? undefined : oldest.value + this.#slowAfterMs;
  }

  /** An item ended; `wasSlow` decides about its lane next time. */
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

  /** An item ended without telling anything of its target. */
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
