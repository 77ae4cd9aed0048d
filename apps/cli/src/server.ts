import { type Client, createClient, NotafterError } from '@notafter/client';
import { type Terminal, UsageError } from '@notafter/command-line';
import type { CommandName } from './command-names.ts';

const TIMEOUT_MS = 120_000;

export type Answer = { readonly kind: 'answered'; readonly body: unknown } | { readonly kind: 'refused'; readonly refusal: NotafterError };

export interface Server {
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
}

const clientOf = (url: string, token: string, command: CommandName): Client => {
  try {
    return createClient({ url, token, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message.replace(/^url/, 'NOTAFTER_URL'), command, { cause: error });
  }
};

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
  const client = clientOf(address, token, command);

  const call = async (path: string, options: { readonly method?: string; readonly body?: object }): Promise<Answer> => {
    try {
      return { kind: 'answered', body: await client.request(path, { ...options, signal: stop.signal }) };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error instanceof NotafterError && error.status !== 0) return { kind: 'refused', refusal: error };
      throw new UsageError(error.message, command, { cause: error });
    }
  };
  return {
    get: (path) => call(path, {}),
    post: (path, body) => call(path, { method: 'POST', body }),
  };
};
