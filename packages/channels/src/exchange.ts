import type { DeliveryOutcome } from '@notafter/domain';
import { type GuardedFetch, GuardedFetchError } from '@notafter/net';
import type { HttpAnswer, HttpRequest } from './channel.ts';

/** Receivers of messages say little; longer responses are cut. */
const ANSWER_MAX_BYTES = 16 * 1024;

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';

/** Why no complete response arrived. An invalid address and one in private space are permanent; the rest may pass. */
const failureOf = (error: GuardedFetchError, url: string): DeliveryOutcome => {
  switch (error.fault) {
    case 'bad_url':
      return { kind: 'broken', status: null, answer: error.message };
    case 'not_allowed': {
      const host = URL.parse(url)?.hostname ?? 'The host';
      return { kind: 'broken', status: null, answer: `${host} is in private address space, which this server may not call.` };
    }
    default:
      return {
        kind: 'retry',
        status: null,
        answer: `${error.message}${codeOf(error.cause)}`,
        retryAfterSeconds: null,
        outcomeUnknown: error.sent,
      };
  }
};

export type Exchange = (
  request: HttpRequest,
  options?: { readonly signal?: AbortSignal | undefined; readonly maxBytes?: number },
) => Promise<{ readonly answer: HttpAnswer } | { readonly failure: DeliveryOutcome }>;

/** Sends one request through the outbound guard, within the deadline. Returns the complete response, or the outcome without one. */
export const createExchange =
  (guardedFetch: GuardedFetch, timeoutMs: number): Exchange =>
  async ({ url, ...request }, { signal, maxBytes = ANSWER_MAX_BYTES } = {}) => {
    try {
      const { status, headers, bytes } = await guardedFetch(url, {
        ...request,
        ...(signal === undefined ? {} : { signal }),
        answerRedirects: true,
        cut: true,
        maxBytes,
        totalTimeoutMs: timeoutMs,
      });
      return { answer: { status, headers, body: Buffer.from(bytes).toString('utf8') } };
    } catch (error) {
      if (error instanceof GuardedFetchError) return { failure: failureOf(error, url) };
      throw error;
    }
  };
