/** What a stand-in does with one request. Each has a meaning for SMTP too. */
export const behaviours = [
  'ok',
  /** 429 with Retry-After in seconds, or as the vendor says it. SMTP: 451. */
  'rate-limited',
  /** 429 with Retry-After as a date. SMTP: 451. */
  'rate-limited-until',
  /** 500. SMTP: 452. */
  'server-error',
  /** 503 with a page of HTML. SMTP: 421 and the end of the connection. */
  'unavailable-html',
  /** Reads and takes the message, and never answers. */
  'timeout',
  /** Resets the connection before the message was read. */
  'reset-before-reading',
  /** Reads and takes the message, then resets the connection. */
  'reset-after-reading',
  /** Answers in pieces with pauses, whole in the end. */
  'slow-body',
  /** Takes the message and breaks its answer off half-way. */
  'broken-body',
  /** Takes the message and answers with more than anybody wants to read. SMTP: as ok. */
  'huge-body',
  /** 410. SMTP: 550, as the four below. */
  'gone',
  'unauthorized',
  'forbidden',
  'not-found',
  /** 302 into private space. SMTP: 551, please try elsewhere. */
  'redirect',
  /** 301 into private space. SMTP: 551. */
  'moved',
] as const;
export type Behaviour = (typeof behaviours)[number];

/** Those in which the receiver has the message whatever its sender hears. */
const taking = new Set<Behaviour>(['ok', 'timeout', 'reset-after-reading', 'slow-body', 'broken-body', 'huge-body']);
export const takes = (behaviour: Behaviour): boolean => taking.has(behaviour);

export const RETRY_AFTER_SECONDS = 7;

/** How often which behaviour, in parts of the sum. */
export type Mix = Readonly<Partial<Record<Behaviour, number>>>;

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

/** Decides the behaviour for request after request: first what was asked for one by one, then the mix, else `ok`. */
export class BehaviourPlan {
  readonly #waiting: Behaviour[] = [];
  #mix: readonly (readonly [Behaviour, number])[] = [];
  #random = createRandom(1);

  next(...wanted: readonly Behaviour[]): void {
    this.#waiting.push(...wanted);
  }

  mix(mix: Mix, seed = 1): void {
    this.#mix = behaviours.flatMap((behaviour) => {
      const weight = mix[behaviour] ?? 0;
      return weight > 0 ? [[behaviour, weight] as const] : [];
    });
    this.#random = createRandom(seed);
  }

  decide(): Behaviour {
    const asked = this.#waiting.shift();
    if (asked !== undefined) return asked;
    const total = this.#mix.reduce((sum, [, weight]) => sum + weight, 0);
    let point = this.#random() * total;
    for (const [behaviour, weight] of this.#mix) {
      point -= weight;
      if (point < 0) return behaviour;
    }
    return 'ok';
  }
}
