import { request } from 'node:https';
import { type EngineAccess, ProviderError } from '@notafter/domain';
import { portOf } from './engine-client.ts';
import { tlsOptions } from './wire-connection.ts';

const MAX_ANSWER_BYTES = 1024 * 1024;

export interface HttpsAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface HttpsRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The name of the port. */
  readonly port: string;
  /** Sent as JSON, or as it is with `contentType`. */
  readonly body?: string;
  readonly contentType?: string;
  /** A session, instead of the user and password of the access (RFC 7617). */
  readonly cookie?: string;
}

const basic = ({ user, password }: EngineAccess): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/**
 * Sends one request over verified TLS to the address of a service, on its own connection. Redirects are answers. Rejects with
 * `ProviderError` of the fault `auth` for 401 and 403.
 */
export const visitHttps = async (access: EngineAccess, asked: HttpsRequest, signal: AbortSignal): Promise<HttpsAnswer> => {
  const { method, path, body, contentType = 'application/json', cookie } = asked;
  const answer = await new Promise<HttpsAnswer>((resolve, reject) => {
    const sent = request(
      {
        ...{ ...tlsOptions(access), host: access.host, port: portOf(access, asked.port), method, path, signal, agent: false },
        headers: {
          ...{ host: access.servername, accept: 'application/json' },
          ...(cookie === undefined ? { authorization: basic(access) } : { cookie }),
          ...(body === undefined ? {} : { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_ANSWER_BYTES) response.destroy(new ProviderError('transient', 'The server sent an answer that is too long.'));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString(), headers: response.headers });
        });
      },
    );
    sent.on('error', reject).end(body);
  });
  if (answer.status === 401 || answer.status === 403) {
    throw new ProviderError('auth', 'The server refused the password.', { code: String(answer.status) });
  }
  return answer;
};

/** The same, for an answer that must be a success. */
export const visitHttpsOk = async (access: EngineAccess, asked: HttpsRequest, signal: AbortSignal): Promise<HttpsAnswer> => {
  const answer = await visitHttps(access, asked, signal);
  if (answer.status >= 200 && answer.status < 300) return answer;
  const fault = answer.status >= 500 || answer.status === 429 ? 'transient' : 'invalid';
  throw new ProviderError(fault, `The server answered with status ${answer.status}.`, { code: String(answer.status) });
};

/** A field of an answer in JSON; '' if it does not have it. */
export const jsonText = ({ text }: HttpsAnswer, field: string): string => {
  try {
    const found: unknown = JSON.parse(text);
    const value: unknown = typeof found === 'object' && found !== null ? Object.entries(found).find(([key]) => key === field)?.[1] : null;
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
};
