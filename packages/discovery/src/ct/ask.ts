import { setTimeout as sleep } from 'node:timers/promises';
import { cleanLine } from '@notafter/domain';
import { type GuardedFetch, GuardedFetchError, type GuardedHead } from '@notafter/net';
import { z } from 'zod';
import { type ItemsFault, JsonItems } from './json-items.ts';
import type { Rest } from './rest.ts';

/** How patient the calls are; tests make it short. */
export interface Patience {
  /** Of one try, until the last byte. */
  readonly timeoutMs: number;
  readonly tries: number;
  /** Doubles from try to try, with jitter. */
  readonly backOffMs: number;
  /** A longer `Retry-After` is not waited for. */
  readonly waitMaxMs: number;
}

export const defaultPatience: Patience = { timeoutMs: 75_000, tries: 4, backOffMs: 1_000, waitMaxMs: 30_000 };

/** A search through 10,000 certificates is some 10 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
const ERROR_BODY_MAX = 4096;

/** Waits until a service may be asked, which one that counts its callers' requests is by one at a time. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface Question {
  /** As people know the service: the subject of every reason. */
  readonly service: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** `performance.now()` at which all tries end. */
  readonly deadline: number;
  readonly patience: Patience;
  /** Each try waits for its own turn, so that a search that nothing answers does not keep the others waiting for all of its tries. */
  readonly inTurn?: InTurn;
  /** Of the service: kept to by every search that asks it. */
  readonly rest: Rest;
  /** Takes one item of the answered list. */
  onItem(item: unknown): Promise<void>;
}

/** How a list was answered; `items` of a failed one were taken all the same. */
export type Asked =
  | { readonly kind: 'answered'; readonly items: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly items: number };

interface Failure {
  readonly reason: string;
  readonly mayRetry: boolean;
  /** The service has had enough of this address: nobody asks it meanwhile. */
  readonly isLimit: boolean;
  readonly retryAfterMs: number | null;
}

const retryAfterOf = (head: GuardedHead): number | null => {
  const text = head.headers.get('retry-after');
  if (text === undefined) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
};

const faultReasons: Readonly<Record<ItemsFault, string>> = {
  page: 'answered with a page instead of data.',
  broken: 'answered with data that cannot be read.',
  large: 'answered with an entry that is too large.',
};

const fetchReasons: Readonly<Partial<Record<GuardedFetchError['fault'], string>>> = {
  timeout: 'did not answer in time.',
  too_large: 'answered with more than can be read.',
  not_allowed: 'stands in private address space, which is not called.',
  unreachable: 'could not be reached.',
};

const errorBody = z.object({ message: z.string().min(1) });

/** What an error says for people, made safe; null where it says nothing. */
const errorText = (body: string): string | null => {
  try {
    const read = errorBody.safeParse(JSON.parse(body));
    return read.success ? cleanLine(read.data.message, 200) : null;
  } catch {
    return null;
  }
};

const statusReason = ({ status }: GuardedHead, body: string): string => {
  if (status === 429) return 'allows no more requests for now (429).';
  const isPage = body.trimStart().startsWith('<');
  if (isPage) return `answered ${status} with a page instead of data.`;
  const said = errorText(body);
  return said === null ? `answered ${status}.` : `answered ${status}: ${said.replace(/[.!?]+$/, '')}.`;
};

const passing = { isLimit: false, retryAfterMs: null } as const;

/** One try of one list. */
class Try {
  readonly #question: Question;
  readonly #list = new JsonItems();
  #head: GuardedHead | null = null;
  #errorBody = '';
  items = 0;

  constructor(question: Question) {
    this.#question = question;
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
    // Not worth reading to its end.
    if (this.#list.fault !== null) throw new Error('This is not the list that was asked for.');
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
        return { ...passing, reason: fetchReasons[error.fault] ?? 'could not be asked.', mayRetry: error.retryable };
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
  /** How long to wait for the next try; null where there is none. */
  readonly waitMs: number | null;
}

const unasked: Tried = {
  failure: { ...passing, reason: 'had other searches to answer until the time was up.', mayRetry: false },
  items: 0,
  waitMs: null,
};

const resting = ({ end }: Rest): Tried => ({
  failure: { ...passing, reason: `was not asked: it wants no more requests before ${end}.`, mayRetry: false },
  items: 0,
  waitMs: null,
});

const isWorthWaiting = (waitMs: number, { deadline, patience }: Question): boolean =>
  waitMs <= patience.waitMaxMs && performance.now() + waitMs < deadline;

const waitOf = (failure: Failure | null, index: number, question: Question): number | null => {
  const { patience } = question;
  if (failure === null || !failure.mayRetry || index + 1 >= patience.tries) return null;
  const waitMs = failure.retryAfterMs ?? patience.backOffMs * 2 ** index * (0.5 + Math.random());
  return isWorthWaiting(waitMs, question) ? waitMs : null;
};

const pause = (waitMs: number, signal: AbortSignal): Promise<void> => sleep(waitMs, undefined, { signal }).catch(() => undefined);

const tryOnce = async (fetch: GuardedFetch, question: Question, index: number): Promise<Tried> => {
  const { signal, deadline, patience, rest } = question;
  const restMs = rest.leftMs;
  if (restMs > 0 && !isWorthWaiting(restMs, question)) return resting(rest);
  if (restMs > 0) await pause(restMs, signal);
  const leftMs = deadline - performance.now();
  if (leftMs < 1 || signal.aborted) return unasked;
  const attempt = new Try(question);
  const failure = await attempt.run(fetch, Math.max(1, Math.floor(Math.min(leftMs, patience.timeoutMs))));
  const waitMs = waitOf(failure, index, question);
  if (failure?.isLimit === true && waitMs !== null) await pause(waitMs, signal);
  // What is not waited for here is left to the searches that follow.
  if (waitMs === null && failure?.mayRetry === true && failure.retryAfterMs !== null) rest.begin(failure.retryAfterMs);
  return { failure, items: attempt.items, waitMs };
};

/**
 * Asks for a JSON list and hands on its items as they come in. What may pass (no answer, 429, 5xx, a page in the place of
 * data) is tried again after a growing wait, or after `Retry-After`, as far as the deadline allows. Rejects only when
 * `onItem` does.
 */
export const askForList = async (fetch: GuardedFetch, question: Question): Promise<Asked> => {
  const { service, signal, patience, inTurn = (work) => work() } = question;
  let reason = 'did not answer in time.';
  let items = 0;
  for (let index = 0; index < patience.tries && !signal.aborted; index += 1) {
    const tried = await inTurn(() => tryOnce(fetch, question, index));
    items = Math.max(items, tried.items);
    if (tried.failure === null) return { kind: 'answered', items };
    // Why an earlier try failed says more than that no further one was made.
    if (tried !== unasked || (index === 0 && question.inTurn !== undefined)) reason = tried.failure.reason;
    if (tried.waitMs === null) break;
    if (!tried.failure.isLimit) await pause(tried.waitMs, signal);
  }
  return { kind: 'failed', reason: `${service} ${reason}`, items };
};
