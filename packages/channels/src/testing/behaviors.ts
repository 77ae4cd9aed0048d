/** The behavior of a stand-in for one request. Each has an SMTP equivalent. */
export const behaviors = [
  'ok',
  /** 429 with Retry-After in seconds, or in the vendor's format. SMTP: 451. */
  'rate-limited',
  /** 429 with Retry-After as a date. SMTP: 451. */
  'rate-limited-until',
  /** 500. SMTP: 452. */
  'server-error',
  /** 503 with an HTML page. SMTP: 421 and the end of the connection. */
  'unavailable-html',
  /** Reads and accepts the message, and never answers. */
  'timeout',
  /** Resets the connection before it reads the message. */
  'reset-before-reading',
  /** Reads and accepts the message, then resets the connection. */
  'reset-after-reading',
  /** Answers in pieces with pauses, complete in the end. */
  'slow-body',
  /** Accepts the message and truncates its response. */
  'broken-body',
  /** Accepts the message and sends an oversized response. SMTP: as ok. */
  'huge-body',
  /** 410. SMTP: 550, like the four below. */
  'gone',
  'unauthorized',
  'forbidden',
  'not-found',
  /** 302 into private space. SMTP: 551, please try elsewhere. */
  'redirect',
  /** 301 into private space. SMTP: 551. */
  'moved',
] as const;
export type Behavior = (typeof behaviors)[number];

/** Those in which the receiver has the message, whatever its sender receives. */
const taking = new Set<Behavior>(['ok', 'timeout', 'reset-after-reading', 'slow-body', 'broken-body', 'huge-body']);
export const takes = (behavior: Behavior): boolean => taking.has(behavior);

export const RETRY_AFTER_SECONDS = 7;

/** Weights of the behaviors. */
export type Mix = Readonly<Partial<Record<Behavior, number>>>;

/** The same numbers for the same seed (mulberry32). */
const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Chooses the behavior for each request: first those queued one by one, then the mix, else `ok`. */
export class BehaviorPlan {
  readonly #waiting: Behavior[] = [];
  #mix: readonly (readonly [Behavior, number])[] = [];
  #random = createRandom(1);

  next(...wanted: readonly Behavior[]): void {
    this.#waiting.push(...wanted);
  }

  mix(mix: Mix, seed = 1): void {
    this.#mix = behaviors.flatMap((behavior) => {
      const weight = mix[behavior] ?? 0;
      return weight > 0 ? [[behavior, weight] as const] : [];
    });
    this.#random = createRandom(seed);
  }

  decide(): Behavior {
    const asked = this.#waiting.shift();
    if (asked !== undefined) return asked;
    const total = this.#mix.reduce((sum, [, weight]) => sum + weight, 0);
    let point = this.#random() * total;
    for (const [behavior, weight] of this.#mix) {
      point -= weight;
      if (point < 0) return behavior;
    }
    return 'ok';
  }
}
