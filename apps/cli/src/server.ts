import { type Terminal, UsageError } from '@notafter/command-line';
import type { CommandName } from './command-names.ts';

const TIMEOUT_MS = 120_000;

/** The server's refusal, in its own words. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

export type Answer = { readonly kind: 'answered'; readonly body: unknown } | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface Server {
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textIn = (value: unknown, name: string): string => (isObject(value) && typeof value[name] === 'string' ? value[name] : '');

const refusalOf = (status: number, body: unknown): Refusal => ({
  status,
  code: textIn(body, 'code'),
  message: textIn(body, 'message') || `The server answered ${status}.`,
  details:
    isObject(body) && Array.isArray(body.details)
      ? body.details.map((one) => ({ path: textIn(one, 'path'), message: textIn(one, 'message') }))
      : [],
});

const parsedOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** A credential would be readable on the way. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' ||
  (protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)));

/**
 * The server of `NOTAFTER_URL` with the token of `NOTAFTER_TOKEN`. Throws UsageError if one is missing, and for an address in clear text
 * that is not this machine.
 */
export const connectServer = (
  { env, stop }: Pick<Terminal, 'env' | 'stop'>,
  command: CommandName,
  credential = 'a token of an admin. Create one in the settings, under Tokens',
): Server => {
  const [address, token] = [env.NOTAFTER_URL ?? '', env.NOTAFTER_TOKEN ?? ''];
  if (address === '') throw new UsageError('Set NOTAFTER_URL to the address of the server, such as https://notafter.example.com.', command);
  if (token === '') throw new UsageError(`Set NOTAFTER_TOKEN to ${credential}.`, command);
  const base = URL.parse(address);
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new UsageError(`NOTAFTER_URL is '${address}', which is not an address.`, command);
  if (!isSafe(base)) throw new UsageError('NOTAFTER_URL has to begin with https://, or the token could be read on the way.', command);

  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    let response: Response;
    let text: string;
    try {
      // A redirect would take the token elsewhere.
      response = await fetch(new URL(path, base), { ...init, headers, signal, redirect: 'error' });
      text = await response.text();
    } catch (error) {
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : error instanceof Error ? error.message : '';
      throw new UsageError(`${base.origin} does not answer: ${cause}`, command, { cause: error });
    }
    const body = parsedOf(text);
    return response.ok && body !== null ? { kind: 'answered', body } : { kind: 'refused', refusal: refusalOf(response.status, body) };
  };
  return {
    get: (path) => call(path, {}),
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
  };
};
