const MINUTE_MS = 60_000;
/** Upper limit for Retry-After: a response must not disable a source for days. */
const LONGEST_MS = 60 * MINUTE_MS;

/** The rate limit that a service announced, shared by all searches of this process. */
export class RateLimit {
  readonly #now: () => Date;
  #until = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  begin(askedMs: number): void {
    this.#until = this.#now().getTime() + Math.max(this.leftMs, Math.min(askedMs, LONGEST_MS));
  }

  /** 0 if the service may be asked. */
  get leftMs(): number {
    const leftMs = this.#until - this.#now().getTime();
    // Longer than any stored limit: the clock was moved back meanwhile.
    return leftMs > LONGEST_MS ? 0 : Math.max(0, leftMs);
  }

  /** End of the rate limit for people, rounded up to the minute. */
  get end(): string {
    const minute = new Date(Math.ceil(this.#until / MINUTE_MS) * MINUTE_MS);
    return `${minute.toISOString().slice(11, 16)} UTC`;
  }
}
