import { isIP } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Guard } from './guard.ts';
import { describeProblem } from './problem-text.ts';

export interface GuardedRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** A longer answer is an error. */
  readonly maxBytes: number;
  /** For everything: resolving, redirects and the body. */
  readonly totalTimeoutMs: number;
}

export interface GuardedResponse {
  readonly status: number;
  /** Lower-case names; a repeated header keeps its values joined by ", ". */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array;
  /** Where the answer came from, after redirects. */
  readonly url: string;
}

/** `not_allowed` and `bad_url` stay wrong however often they are tried; the others may pass. */
export type FetchFault = 'bad_url' | 'not_allowed' | 'unreachable' | 'timeout' | 'too_large' | 'too_many_redirects';

/** Why no answer came; the message is a sentence for people. */
export class GuardedFetchError extends Error {
  readonly fault: FetchFault;
  constructor(fault: FetchFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GuardedFetchError';
    this.fault = fault;
  }
  get retryable(): boolean {
    return this.fault === 'unreachable' || this.fault === 'timeout';
  }
}

/** Fetches http(s) under the guard. Rejects with GuardedFetchError; any HTTP status is an answer. */
export type GuardedFetch = (url: string, options: GuardedRequest) => Promise<GuardedResponse>;

const MAX_REDIRECTS = 3;
const CONNECT_TIMEOUT_MS = 5_000;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

const parseUrl = (text: string, base?: URL): URL => {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new GuardedFetchError('bad_url', 'This is not a URL.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new GuardedFetchError('bad_url', 'Only http and https URLs are called.');
  if (url.username !== '' || url.password !== '')
    throw new GuardedFetchError('bad_url', 'A URL with a user name or password is not called.');
  return url;
};

const connectorFor =
  (guard: Guard, ca: string[]): buildConnector.connector =>
  ({ hostname, protocol, port, servername }, callback) => {
    const portNumber = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    guard.guardedConnect(host, portNumber, { connectTimeoutMs: CONNECT_TIMEOUT_MS, totalTimeoutMs: 2 * CONNECT_TIMEOUT_MS }).then(
      (connection) => {
        if ('problem' in connection) {
          const { problem } = connection;
          const fault = problem.kind === 'not_allowed' ? 'not_allowed' : problem.kind === 'connect_timeout' ? 'timeout' : 'unreachable';
          callback(new GuardedFetchError(fault, describeProblem(problem, host, portNumber)), null);
          return;
        }
        if (protocol !== 'https:') {
          callback(null, connection.socket);
          return;
        }
        const name = servername ?? host;
        const socket = connectTls({
          socket: connection.socket,
          ca,
          ALPNProtocols: ['http/1.1'],
          ...(isIP(name) === 0 ? { servername: name } : { host: name }),
        });
        const handshake = setTimeout(() => socket.destroy(new Error('TLS handshake timed out')), CONNECT_TIMEOUT_MS);
        socket.once('error', (error) => {
          clearTimeout(handshake);
          callback(error, null);
        });
        socket.once('secureConnect', () => {
          clearTimeout(handshake);
          socket.removeAllListeners('error').on('error', () => undefined);
          callback(null, socket);
        });
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };

/** Loaded with the first call: it takes longer to load than all the rest here, and many a program never calls. */
const openClient = async (connect: buildConnector.connector) => {
  const { Agent, request } = await import('undici');
  // No keep-alive: each call dials an address judged for that call.
  return { request, dispatcher: new Agent({ connect, pipelining: 0 }) };
};
type Client = Awaited<ReturnType<typeof openClient>>;

const toFetchError = (error: unknown, url: URL, { totalTimeoutMs }: GuardedRequest): GuardedFetchError => {
  if (error instanceof GuardedFetchError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new GuardedFetchError('timeout', `${url.host} did not answer within ${totalTimeoutMs / 1000} s.`, { cause: error });
  }
  return new GuardedFetchError('unreachable', `${url.host} could not be reached.`, { cause: error });
};

/**
 * An HTTP client for URLs that users typed: every hop is resolved, judged and dialled by the guard, redirects of GET
 * and HEAD are followed three times at most and judged anew, and no proxy variable of the environment counts.
 */
export const createGuardedFetch = ({ guard, extraCaPem }: { readonly guard: Guard; readonly extraCaPem?: string }): GuardedFetch => {
  const ca = extraCaPem === undefined ? [...rootCertificates] : [...rootCertificates, extraCaPem];
  let opening: Promise<Client> | undefined;

  const readBody = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new GuardedFetchError('too_large', `The answer is larger than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  };

  const hop = async (
    client: Client,
    url: URL,
    options: GuardedRequest,
    signal: AbortSignal,
    hopsLeft: number,
  ): Promise<GuardedResponse> => {
    const { method = 'GET', body, headers, maxBytes } = options;
    const answer = await client.request(url, {
      dispatcher: client.dispatcher,
      signal,
      method,
      headers: { 'user-agent': 'Notafter', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : Buffer.from(body) }),
    });
    const { location } = answer.headers;
    const follows = redirectStatuses.has(answer.statusCode) && (method === 'GET' || method === 'HEAD');
    if (follows && typeof location === 'string') {
      answer.body.on('error', () => undefined).destroy();
      if (hopsLeft === 0) throw new GuardedFetchError('too_many_redirects', `${url.host} redirects more than ${MAX_REDIRECTS} times.`);
      const target = parseUrl(location, url);
      // Headers may hold secrets that were meant for the first host only.
      const { headers: _kept, ...bare } = options;
      return hop(client, target, target.origin === url.origin ? options : bare, signal, hopsLeft - 1);
    }
    const names = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
    );
    return { status: answer.statusCode, headers: new Map(names), bytes: await readBody(answer.body, maxBytes), url: url.href };
  };

  return async (text, options) => {
    const url = parseUrl(text);
    opening ??= openClient(connectorFor(guard, ca));
    const client = await opening;
    try {
      return await hop(client, url, options, AbortSignal.timeout(options.totalTimeoutMs), MAX_REDIRECTS);
    } catch (error) {
      throw toFetchError(error, url, options);
    }
  };
};
