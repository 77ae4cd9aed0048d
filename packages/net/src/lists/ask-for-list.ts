import { setTimeout as sleep } from 'node:timers/promises';
import { cleanLine } from '@notafter/domain';
import type { GuardedFetch, GuardedHead } from '../guarded-fetch.ts';
import { GuardedFetchError } from '../guarded-socket.ts';
import { retryAfterMs } from '../retry-after.ts';
import { type ItemsFault, JsonItems } from './json-items.ts';
import type { RateLimit } from './rate-limit.ts';

/** Timeouts and retries of requests; tests shorten them. */
export interface RetryPolicy {
  /** For one attempt, including the body. */
  readonly timeoutMs: number;
  readonly tries: number;
  /** Doubles with each attempt, with jitter. */
  readonly backOffMs: number;
  /** A longer `Retry-After` ends the attempts. */
  readonly waitMaxMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { timeoutMs: 75_000, tries: 4, backOffMs: 1_000, waitMaxMs: 30_000 };

/** A search with 10,000 certificates is about 10 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
const ERROR_BODY_MAX = 4096;

/** Waits for a turn: services that count requests per client get one request at a time. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface Question {
  /** Display name of the service; the subject of every reason. */
  readonly service: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** `performance.now()` at which all attempts end. */
  readonly deadline: number;
  readonly retryPolicy: RetryPolicy;
  /** Each attempt waits for its own turn, so that a failing search does not block the others for all of its attempts. */
  readonly inTurn?: InTurn;
  /** Rate limit of the service, shared by all its searches. */
  readonly rateLimit: RateLimit;
  /** Receives one item of the list. */
  onItem(item: unknown): Promise<void>;
}

/** Outcome of a list request; the `items` of a failed one were also received. */
export type Asked =
  /** `retryAfterMs`: when the service wants to be asked again, if it said so. */
  | { readonly kind: 'answered'; readonly items: number; readonly retryAfterMs: number | null }
  | { readonly kind: 'failed'; readonly reason: string; readonly items: number; readonly retryAfterMs: number | null };

interface Failure {
  readonly reason: string;
  readonly mayRetry: boolean;
  /** The service rate limits this address; other searches must wait too. */
  readonly isLimit: boolean;
  readonly retryAfterMs: number | null;
}

const retryAfterOf = (head: GuardedHead): number | null => retryAfterMs(head.headers.get('retry-after'), new Date());

const faultReasons: Readonly<Record<ItemsFault, string>> = {
  page: 'returned a web page instead of data.',
  broken: 'returned invalid data.',
  large: 'returned an entry that is too large.',
};

const fetchReasons: Readonly<Partial<Record<GuardedFetchError['fault'], string>>> = {
  timeout: 'did not answer in time.',
  too_large: 'returned too much data.',
  not_allowed: 'is in private address space, which this server does not call.',
  unreachable: 'could not be reached.',
};

/** Returns the message of an error response, made safe; null if it has none. */
const errorText = (body: string): string | null => {
  try {
    const { message = null }: { readonly message?: unknown } = Object(JSON.parse(body));
    return typeof message === 'string' && message !== '' ? cleanLine(message, 200) : null;
  } catch {
    return null;
  }
};

const statusReason = ({ status }: GuardedHead, body: string): string => {
  if (status === 429) return 'rate limited the request (429).';
  const isPage = body.trimStart().startsWith('<');
  if (isPage) return `returned status ${status} with a web page instead of data.`;
  const message = errorText(body);
  return message === null ? `returned status ${status}.` : `returned status ${status}: ${message.replace(/[.!?]+$/, '')}.`;
};

const passing = { isLimit: false, retryAfterMs: null } as const;

/** One attempt to fetch a list. */
class Try {
  readonly #question: Question;
  readonly #list = new JsonItems();
  #head: GuardedHead | null = null;
  #errorBody = '';
  items = 0;

  constructor(question: Question) {
    this.#question = question;
  }

  get retryAfterMs(): number | null {
    return this.#head === null ? null : retryAfterOf(this.#head);
  }

  readonly #take = async (chunk: Uint8Array, head: GuardedHead): Promise<void> => {
    this.#head = head;
    if (head.status !== 200) {
      if (this.#errorBody.length < ERROR_BODY_MAX) this.#errorBody += Buffer.from(chunk).toString('utf8');
      return;
    }
    for (const item of this.#list.take(chunk)) {
      this.items += 1;
      await this.#question.onItem(item);
    }
    // The remaining body is useless.
    if (this.#list.fault !== null) throw new Error('The response is not the expected list.');
  };

  async run(fetch: GuardedFetch, timeoutMs: number): Promise<Failure | null> {
    const { url, headers = {}, signal } = this.#question;
    try {
      this.#head = await fetch(url, {
        headers: { accept: 'application/json', ...headers },
        maxBytes: MAX_BYTES,
        totalTimeoutMs: timeoutMs,
        signal,
        onChunk: this.#take,
      });
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error;
      if (this.#list.fault === null) {
        return { ...passing, reason: fetchReasons[error.fault] ?? 'could not be queried.', mayRetry: error.retryable };
      }
    }
    const head = this.#head;
    if (head !== null && head.status !== 200) {
      const mayRetry = head.status === 429 || head.status >= 500 || head.status === 404;
      return { reason: statusReason(head, this.#errorBody), mayRetry, isLimit: head.status === 429, retryAfterMs: retryAfterOf(head) };
    }
    if (this.#list.end()) return null;
    return { ...passing, reason: faultReasons[this.#list.fault ?? 'broken'], mayRetry: this.#list.fault !== 'large' };
  }
}

interface Tried {
  readonly failure: Failure | null;
  readonly items: number;
  /** How long to wait before the next attempt; null for no further attempt. */
  readonly waitMs: number | null;
  /** As the service said. */
  readonly retryAfterMs: number | null;
}

const unasked: Tried = {
  failure: { ...passing, reason: 'was busy with other searches until the timeout.', mayRetry: false },
  items: 0,
  waitMs: null,
  retryAfterMs: null,
};

const rateLimited = ({ end, leftMs }: RateLimit): Tried => ({
  failure: { ...passing, reason: `was not asked: it is rate limited until ${end}.`, mayRetry: false },
  items: 0,
  waitMs: null,
  retryAfterMs: leftMs,
});

const isWorthWaiting = (waitMs: number, { deadline, retryPolicy }: Question): boolean =>
  waitMs <= retryPolicy.waitMaxMs && performance.now() + waitMs < deadline;

const waitOf = (failure: Failure | null, index: number, question: Question): number | null => {
  const { retryPolicy } = question;
  if (failure === null || !failure.mayRetry || index + 1 >= retryPolicy.tries) return null;
  const waitMs = failure.retryAfterMs ?? retryPolicy.backOffMs * 2 ** index * (0.5 + Math.random());
  return isWorthWaiting(waitMs, question) ? waitMs : null;
};

const pause = (waitMs: number, signal: AbortSignal): Promise<void> => sleep(waitMs, undefined, { signal }).catch(() => undefined);

const tryOnce = async (fetch: GuardedFetch, question: Question, index: number): Promise<Tried> => {
  const { signal, deadline, retryPolicy, rateLimit } = question;
  const limitMs = rateLimit.leftMs;
  if (limitMs > 0 && !isWorthWaiting(limitMs, question)) return rateLimited(rateLimit);
  if (limitMs > 0) await pause(limitMs, signal);
  const leftMs = deadline - performance.now();
  if (leftMs < 1 || signal.aborted) return unasked;
  const attempt = new Try(question);
  const failure = await attempt.run(fetch, Math.max(1, Math.floor(Math.min(leftMs, retryPolicy.timeoutMs))));
  const waitMs = waitOf(failure, index, question);
  if (failure?.isLimit === true && waitMs !== null) await pause(waitMs, signal);
  // A wait longer than this search's limit applies to later searches.
  if (waitMs === null && failure?.mayRetry === true && failure.retryAfterMs !== null) rateLimit.begin(failure.retryAfterMs);
  return { failure, items: attempt.items, waitMs, retryAfterMs: attempt.retryAfterMs };
};

/**
 * Fetches a JSON list and streams its items. Retries temporary failures (no response, 429, 5xx, a web page instead of data)
 * with back-off, or after `Retry-After`, until the deadline. Rejects only if `onItem` does.
 */
export const askForList = async (fetch: GuardedFetch, question: Question): Promise<Asked> => {
  const { service, signal, retryPolicy, inTurn = (work) => work() } = question;
  let reason = 'did not answer in time.';
  let items = 0;
  let retryAfter: number | null = null;
  for (let index = 0; index < retryPolicy.tries && !signal.aborted; index += 1) {
    const tried = await inTurn(() => tryOnce(fetch, question, index));
    items = Math.max(items, tried.items);
    ({ retryAfterMs: retryAfter } = tried);
    if (tried.failure === null) return { kind: 'answered', items, retryAfterMs: retryAfter };
    // The reason of an earlier attempt is more specific than the lack of a further one.
    if (tried !== unasked || (index === 0 && question.inTurn !== undefined)) reason = tried.failure.reason;
    if (tried.waitMs === null) break;
    if (!tried.failure.isLimit) await pause(tried.waitMs, signal);
  }
  return { kind: 'failed', reason: `${service} ${reason}`, items, retryAfterMs: retryAfter };
};
