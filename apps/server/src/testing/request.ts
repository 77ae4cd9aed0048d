import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Parsed; undefined if the response is not JSON. */
  readonly body: unknown;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged instead of `json`. */
  readonly raw?: string | Buffer;
  /** The local address to call from. */
  readonly from?: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

const parse = (text: string, type = ''): unknown => (type.includes('json') ? JSON.parse(text) : undefined);

/** Sends one request over a separate connection, with exactly these headers: `fetch` would add some and forbid others. */
export const request = (url: string, { method, headers = {}, json, raw, from, signal }: RequestOptions = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const length = body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = httpRequest(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...type, ...length, ...headers },
      agent: false,
      ...(from === undefined ? {} : { localAddress: from }),
      ...(signal === undefined ? {} : { signal }),
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { statusCode = 0, headers: answered } = response;
        resolve({ status: statusCode, headers: answered, text, body: parse(text, answered['content-type']) });
      });
    });
    sent.end(body);
  });
