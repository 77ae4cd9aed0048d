import { privateKeyOf, signRequest } from '@notafter/bundles';
import { createAddressPolicy, createGuard, createGuardedFetch, createResolver, GuardedFetchError, retryAfterMs } from '@notafter/net';
import type { Identity } from '../spool/spool.ts';

/** `refused`: with a code of the server. `failed`: the server was not reached, or asks to try later. */
export type Answer =
  | { readonly kind: 'receipt'; readonly receipt: string }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly retryAfterMs: number | null };

export interface CollectorServer {
  send(bundle: Buffer): Promise<Answer>;
  /** Asks for a receipt without a bundle. */
  poll(): Promise<Answer>;
}

const anywhere = ['0.0.0.0/0', '::/0'];
const DNS_TIMEOUT_MS = 5_000;
const TIMEOUT_MS = 60_000;
/** A receipt with the most targets that are taken. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_MESSAGE = 300;

const textIn = (body: unknown, name: string): string => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
};

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return null;
  }
};

const causeOf = (error: GuardedFetchError): string =>
  error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;

export interface ServerOptions {
  readonly identity: Pick<Identity, 'collectorId' | 'privateKey' | 'serverUrl'>;
  readonly dnsServers: readonly string[];
  /** Roots for the server's certificate, besides the public ones. */
  readonly caPem: string | null;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** The server that a collector is enrolled at. Its answers are returned and never thrown. */
export const createCollectorServer = ({ identity, dnsServers, caPem, now, signal }: ServerOptions): CollectorServer => {
  const guard = createGuard(createResolver({ servers: dnsServers, timeoutMs: DNS_TIMEOUT_MS }), createAddressPolicy({ allow: anywhere }));
  const request = createGuardedFetch({ guard, ...(caPem === null ? {} : { extraCaPem: caPem }) });
  const { privateKey } = privateKeyOf(identity.privateKey);

  const post = async (path: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<Answer> => {
    const url = new URL(path, identity.serverUrl).href;
    try {
      const {
        status,
        headers: answered,
        bytes,
      } = await request(url, {
        method: 'POST',
        headers: { 'content-length': String(body.length), ...headers },
        body,
        maxBytes: MAX_ANSWER_BYTES,
        totalTimeoutMs: TIMEOUT_MS,
        answerRedirects: true,
        signal,
      });
      const content = parsed(bytes);
      const receipt = textIn(content, 'receipt');
      if (status === 200 && receipt !== '') return { kind: 'receipt', receipt };
      const message = (textIn(content, 'message') || `The server answered ${status}.`).slice(0, MAX_MESSAGE);
      if (status === 429 || status >= 500 || status < 400)
        return { kind: 'failed', message, retryAfterMs: retryAfterMs(answered.get('retry-after'), now()) };
      return { kind: 'refused', status, code: textIn(content, 'code'), message };
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error;
      return { kind: 'failed', message: causeOf(error), retryAfterMs: null };
    }
  };

  return {
    send: (bundle) => post('/v1/collector/bundles', bundle, { 'content-type': 'application/octet-stream' }),
    poll() {
      const at = now();
      const path = '/v1/collector/poll';
      const body = Buffer.alloc(0);
      const signature = signRequest({ collectorId: identity.collectorId, method: 'POST', path, at, body }, privateKey);
      return post(path, body, {
        'notafter-collector': identity.collectorId,
        'notafter-time': at.toISOString(),
        'notafter-signature': signature,
      });
    },
  };
};
