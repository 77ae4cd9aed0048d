import type { Error as ErrorBody } from './api.ts';
import { NotafterError } from './notafter-error.ts';

export interface Sending {
  readonly url: string;
  readonly init: RequestInit;
  /** Sent twice, it takes effect once. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly fetch: typeof fetch;
}

/** A server that asks for a longer wait gets no retry: the caller decides. */
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;

const retryable: readonly string[] = ['connection_failed', 'timeout'];
const retryableStatus: readonly number[] = [429, 503];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isErrorBody = (value: unknown): value is ErrorBody =>
  isObject(value) && 'code' in value && typeof value.code === 'string' && 'message' in value && typeof value.message === 'string';

const refusalOf = async (response: Response): Promise<NotafterError> => {
  const { status, headers } = response;
  // From a proxy it may be anything.
  const body: unknown = await response.json().catch(() => undefined);
  return isErrorBody(body)
    ? new NotafterError(body.message, { status, code: body.code, body, headers })
    : new NotafterError(`The server answered ${status}.`, { status, code: 'invalid_answer', headers });
};

/** Returns the JSON of an answer, which has the type that the OpenAPI document gives it. */
export const readJson = async <T>(response: Response): Promise<T> => {
  const { status, headers } = response;
  if (status === 304) throw new NotafterError('Nothing changed. Use fetch() to send an ETag.', { status, code: 'not_modified', headers });
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    const type = headers.get('content-type') ?? 'no content type';
    throw new NotafterError(`The answer is not JSON but ${type}. Read files with fetch().`, {
      status,
      code: 'invalid_answer',
      headers,
      cause,
    });
  }
};

const attempt = async <T>({ url, init, signal, timeoutMs, fetch }: Sending, read: (response: Response) => Promise<T>): Promise<T> => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const either = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
    const response = await fetch(url, { ...init, signal: either });
    if (!response.ok && response.status !== 304) throw await refusalOf(response);
    return await read(response);
  } catch (cause) {
    if (cause instanceof NotafterError) throw cause;
    signal?.throwIfAborted();
    const { origin } = new URL(url);
    if (deadline.signal.aborted)
      throw new NotafterError(`${origin} does not answer within ${timeoutMs} ms.`, { status: 0, code: 'timeout', cause });
    const why = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.message : cause.message) : String(cause);
    throw new NotafterError(`${origin} does not answer: ${why}`, { status: 0, code: 'connection_failed', cause });
  } finally {
    clearTimeout(timer);
  }
};

const waitMsOf = (error: unknown, tries: number): number | null => {
  if (!(error instanceof NotafterError)) return null;
  if (!retryable.includes(error.code) && !retryableStatus.includes(error.status)) return null;
  // Random, so that clients that were refused together do not come back together.
  const ownMs = FIRST_WAIT_MS * 2 ** tries * (0.5 + Math.random() / 2);
  const waitMs = error.retryAfter === null ? ownMs : error.retryAfter * 1000;
  return waitMs > LONGEST_WAIT_MS ? null : waitMs;
};

const pause = (waitMs: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, waitMs);
    signal?.addEventListener('abort', stop, { once: true });
  });

/**
 * Sends a request and reads its answer, again after 429, 503 or no answer if the request is repeatable. Throws NotafterError, and the
 * reason of `signal` once that is aborted.
 */
export const send = async <T>(sending: Sending, read: (response: Response) => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt(sending, read);
    } catch (error) {
      const waitMs = sending.isRepeatable && tries < sending.retries ? waitMsOf(error, tries) : null;
      if (waitMs === null) throw error;
      await pause(waitMs, sending.signal);
    }
  }
};
