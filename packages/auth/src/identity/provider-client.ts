import { IdentityProviderError } from '@notafter/domain';
import { type GuardedFetch, GuardedFetchError } from '@notafter/net';
import {
  AuthorizationResponseError,
  ClientError,
  type CustomFetch,
  type CustomFetchOptions,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/** For all requests of one step, so that a person waits no longer than this. */
export const STEP_TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 512 * 1024;
const MAX_CAUSES = 5;

/** Statuses without a body (Fetch standard). */
const bodiless = new Set([204, 205, 304]);

const methodOf = (method: string): 'GET' | 'POST' => {
  if (method === 'GET' || method === 'POST') return method;
  throw new TypeError(`${method} is not sent to identity providers.`);
};

const textOf = (body: CustomFetchOptions['body']): string => {
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  throw new TypeError('Only forms are sent to identity providers.');
};

/** openid-client's `fetch` through the outbound guard: no redirects, a bounded response, and one deadline per step from its first call. */
export const createStepFetch = (guardedFetch: GuardedFetch, timeoutMs = STEP_TIMEOUT_MS): CustomFetch => {
  let endsAt: number | undefined;
  return async (url, { method, headers, body, signal }) => {
    const now = performance.now();
    endsAt ??= now + timeoutMs;
    const answer = await guardedFetch(url, {
      method: methodOf(method),
      headers,
      ...(body === undefined || body === null ? {} : { body: textOf(body) }),
      maxBytes: MAX_ANSWER_BYTES,
      totalTimeoutMs: Math.max(1, Math.round(endsAt - now)),
      answerRedirects: true,
      ...(signal === undefined ? {} : { signal }),
    });
    const { status } = answer;
    return new Response(bodiless.has(status) ? null : new Uint8Array(answer.bytes), { status, headers: [...answer.headers] });
  };
};

const causesOf = (error: unknown): readonly unknown[] => {
  const causes: unknown[] = [];
  for (let at = error; at !== undefined && causes.length < MAX_CAUSES; at = at instanceof Error ? at.cause : undefined) causes.push(at);
  return causes;
};

/** Shortens external texts for a log line and removes control characters. */
const quoted = (text: string): string => JSON.stringify(text.slice(0, 100));

/** Converts a rejection of openid-client to our own error. Omits its causes, which contain responses and thus tokens. */
export const toProviderError = (error: unknown): IdentityProviderError => {
  if (error instanceof IdentityProviderError) return error;
  const causes = causesOf(error);
  const unfetched = causes.find((cause) => cause instanceof GuardedFetchError);
  if (unfetched !== undefined) return new IdentityProviderError('unavailable', unfetched.message);
  const response = causes.find((cause) => cause instanceof Response);
  if (response !== undefined && response.status !== 200) {
    const kind = response.status >= 500 || response.status === 429 ? 'unavailable' : 'refused';
    return new IdentityProviderError(kind, `It answered ${response.status}.`);
  }
  if (error instanceof AuthorizationResponseError) return new IdentityProviderError('refused', `It came back with ${quoted(error.error)}.`);
  if (error instanceof ResponseBodyError)
    return new IdentityProviderError('refused', `Its token endpoint answered ${quoted(error.error)}.`);
  if (error instanceof WWWAuthenticateChallengeError) return new IdentityProviderError('refused', `It answered ${error.status}.`);
  // A response that cannot be decoded is a TypeError with a code; a TypeError without a code is a bug of ours.
  if (error instanceof ClientError || (error instanceof TypeError && 'code' in error)) {
    const [, detail] = causes;
    const said = detail instanceof Error ? detail.message : error.message;
    return new IdentityProviderError('refused', `${String(error.code)}: ${said.slice(0, 200)}`);
  }
  throw error;
};
