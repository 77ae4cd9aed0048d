const MINUTE_MS = 60_000;
/** However long a service asks for: nobody may turn a source off for days by an answer. */
const LONGEST_MS = 60 * MINUTE_MS;

/** Until when a service asked to be left alone, from one search to the next; kept by this process. */
export class Rest {
  readonly #now: () => Date;
  #until = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  begin(askedMs: number): void {
    this.#until = this.#now().getTime() + Math.max(this.leftMs, Math.min(askedMs, LONGEST_MS));
  }

  /** 0 where it may be asked. */
  get leftMs(): number {
    const leftMs = this.#until - this.#now().getTime();
    // More than was ever kept: the clock was put back meanwhile.
    return leftMs > LONGEST_MS ? 0 : Math.max(0, leftMs);
  }

  /** When it may be asked again, for people: the whole minute after. */
  get end(): string {
    const minute = new Date(Math.ceil(this.#until / MINUTE_MS) * MINUTE_MS);
    return `${minute.toISOString().slice(11, 16)} UTC`;
  }
}
