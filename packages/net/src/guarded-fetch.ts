import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Guard } from './guard.ts';
import { GuardedFetchError, openGuardedSocket } from './guarded-socket.ts';
import { formatSeconds } from './problem-text.ts';

export interface GuardedRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** A longer body is an error, or is truncated with `cut`. */
  readonly maxBytes: number;
  readonly cut?: boolean;
  /** Covers resolving, redirects and the body. */
  readonly totalTimeoutMs: number;
  /** Returns redirects instead of following them, for every method. */
  readonly answerRedirects?: boolean;
  /** Ends the request early with the fault `aborted`. */
  readonly signal?: AbortSignal;
  /**
   * Streams the final response's body; `bytes` is then empty. Awaited before more is read; an error it throws ends the
   * request and becomes the cause of the fault.
   */
  readonly onChunk?: (chunk: Uint8Array, head: GuardedHead) => Promise<void> | void;
}

/** A response without its body. */
export interface GuardedHead {
  readonly status: number;
  /** Lower-case names; values of a repeated header are joined by ", ". */
  readonly headers: ReadonlyMap<string, string>;
}

export interface GuardedResponse extends GuardedHead {
  readonly bytes: Uint8Array;
  /** Final URL, after redirects. */
  readonly url: string;
}

/** Fetches an http(s) URL through the guard. Rejects with GuardedFetchError; any HTTP status is a response. */
export type GuardedFetch = (url: string, options: GuardedRequest) => Promise<GuardedResponse>;

const MAX_REDIRECTS = 3;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

const parseUrl = (text: string, base?: URL): URL => {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new GuardedFetchError('bad_url', 'Invalid URL.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new GuardedFetchError('bad_url', 'Only http and https URLs are supported.');
  if (url.username !== '' || url.password !== '')
    throw new GuardedFetchError('bad_url', 'The URL must not contain a username or password.');
  return url;
};

/** Destroys a socket that opens after the abort, because no one is left to use it. */
const untilAborted = (opening: Promise<Socket>, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(signal.reason);
      opening.then(
        (socket) => socket.destroy(),
        () => undefined,
      );
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    opening.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/** Sends one request on its own connection, which closes with the response. */
const send = (socket: Socket, url: URL, { method = 'GET', headers, body }: GuardedRequest, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    // Not imported: node:http also loads fetch, HTTP/2 and workers, a third of a short program's start time.
    const sent = process.getBuiltinModule('node:http').request({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, 'user-agent': 'Notafter', ...headers },
      signal,
    });
    sent.once('response', resolve).on('error', reject);
    sent.end(body);
  });

interface Attempt {
  /** Fires at the caller's abort or at the deadline. */
  readonly signal: AbortSignal;
  readonly isLate: () => boolean;
  sent: boolean;
}

const toFetchError = (error: unknown, url: URL, { totalTimeoutMs, signal }: GuardedRequest, attempt: Attempt): GuardedFetchError => {
  const { sent } = attempt;
  if (error instanceof GuardedFetchError) return error;
  if (attempt.isLate()) {
    return new GuardedFetchError('timeout', `${url.host} did not answer within ${formatSeconds(totalTimeoutMs)}.`, { cause: error, sent });
  }
  if (signal?.aborted === true) return new GuardedFetchError('aborted', `The request to ${url.host} was aborted.`, { cause: error, sent });
  const message = sent ? `${url.host} closed the connection before responding.` : `${url.host} could not be reached.`;
  return new GuardedFetchError('unreachable', message, { cause: error, sent });
};

/**
 * Creates an HTTP client for URLs that users typed. The guard resolves, checks and dials every hop; GET and HEAD follow
 * at most three redirects, each checked again; proxy environment variables are ignored.
 */
export const createGuardedFetch = ({ guard, extraCaPem }: { readonly guard: Guard; readonly extraCaPem?: string }): GuardedFetch => {
  const ca = extraCaPem === undefined ? [...rootCertificates] : [...rootCertificates, extraCaPem];
  const readBody = async (body: AsyncIterable<Uint8Array>, head: GuardedHead, options: GuardedRequest): Promise<Uint8Array> => {
    const { maxBytes, cut = false, onChunk } = options;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
      // Leaving the loop destroys the unread body.
      if (size > maxBytes && cut) return Buffer.concat([...chunks, chunk]).subarray(0, maxBytes);
      if (size > maxBytes) throw new GuardedFetchError('too_large', `The response is larger than ${maxBytes} bytes.`);
      if (onChunk === undefined) chunks.push(chunk);
      else await onChunk(chunk, head);
    }
    return Buffer.concat(chunks);
  };

  const hop = async (url: URL, options: GuardedRequest, attempt: Attempt, hopsLeft: number): Promise<GuardedResponse> => {
    const { method = 'GET', answerRedirects = false } = options;
    const { signal } = attempt;
    const socket = await untilAborted(openGuardedSocket(guard, url, ca), signal);
    attempt.sent = true;
    const answer = await send(socket, url, options, signal);
    const { statusCode: status = 0 } = answer;
    const { location } = answer.headers;
    const follows = !answerRedirects && redirectStatuses.has(status) && (method === 'GET' || method === 'HEAD');
    if (follows && typeof location === 'string') {
      answer.on('error', () => undefined).destroy();
      if (hopsLeft === 0) throw new GuardedFetchError('too_many_redirects', `${url.host} redirects more than ${MAX_REDIRECTS} times.`);
      const target = parseUrl(location, url);
      // Headers may hold secrets meant for the first host only.
      const { headers: _kept, ...bare } = options;
      return hop(target, target.origin === url.origin ? options : bare, attempt, hopsLeft - 1);
    }
    const names = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
    );
    const head = { status, headers: new Map(names) };
    return { ...head, bytes: await readBody(answer, head, options), url: url.href };
  };

  return async (text, options) => {
    const url = parseUrl(text);
    const deadline = AbortSignal.timeout(options.totalTimeoutMs);
    const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
    const attempt: Attempt = { signal, isLate: () => deadline.aborted, sent: false };
    try {
      return await hop(url, options, attempt, MAX_REDIRECTS);
    } catch (error) {
      throw toFetchError(error, url, options, attempt);
    }
  };
};
