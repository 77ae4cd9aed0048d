import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BucketOptions } from '../../backups/s3/s3-client.ts';
import { isRefusal, type S3Answer, type S3Operation, s3Operations } from './s3-answers.ts';
import { S3Bucket } from './s3-bucket.ts';
import { refuseSignature, type S3Refusal } from './s3-signature.ts';

/** `cut_before`: the connection ends and nothing was done; `cut_after`: it was done; `cut_body`: half of the answer was sent; `empty_200`: success, and nothing was done. */
type S3Fault = 'cut_before' | 'cut_after' | 'cut_body' | 'empty_200' | 'no_range' | S3Refusal;

export interface S3Fake {
  readonly bucket: S3Bucket;
  /** The operations that were asked for, in this order. */
  readonly asked: readonly S3Operation[];
  /** Requests with something that the documentation of S3 does not have, or that we don't want to send. */
  readonly undocumented: readonly string[];
  /** How a client reaches it. */
  options(changes?: Partial<BucketOptions>): BucketOptions;
  /** The next requests for this operation fail in this way. */
  fail(operation: S3Operation, fault: S3Fault, times?: number): void;
  /** Runs once and is waited for, before the next request for this operation is answered. */
  before(operation: S3Operation, act: () => unknown): void;
  /** Its clock is ahead by so much. */
  skewMs: number;
  /** The bucket does not exist. */
  isGone: boolean;
  /** Requests that are not answered yet. */
  readonly underWay: number;
  close(): Promise<void>;
}

const NAME = 'backups';
const ACCOUNT = { accessKeyId: 'example-key', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'eu-central-1' };
const PAGE_SIZE = 3;
/** Of every signed request, and the SDK's own. */
const USUAL_HEADERS = [
  ...['host', 'connection', 'authorization', 'user-agent', 'x-amz-user-agent', 'x-amz-date', 'x-amz-content-sha256'],
  ...['amz-sdk-invocation-id', 'amz-sdk-request', 'transfer-encoding'],
];

const operationOf = (method: string, ofObject: boolean, query: URLSearchParams): S3Operation | null => {
  let found: S3Operation | null = null;
  for (const name of Object.keys(s3Operations).filter((key): key is S3Operation => key in s3Operations)) {
    const operation = s3Operations[name];
    const isMeant = operation.by === null ? found === null : query.has(operation.by);
    if (operation.method === method && operation.ofObject === ofObject && isMeant) found = name;
  }
  return found;
};

const errorOf = ({ code, details = {} }: S3Refusal): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Refused.</Message>${Object.entries(details)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</Error>`;

/** A store that speaks S3 on loopback, and refuses all that S3 does not document. */
export const startS3Fake = async (): Promise<S3Fake> => {
  const bucket = new S3Bucket();
  const asked: S3Operation[] = [];
  const undocumented: string[] = [];
  const faults = new Map<S3Operation, S3Fault[]>();
  const acts = new Map<S3Operation, () => unknown>();
  const fake = { skewMs: 0, isGone: false, underWay: 0 };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { method = '', url = '' } = request;
    const [path = '', search = ''] = url.split('?');
    const host = request.headers.host ?? '';
    const names = decodeURIComponent(host.startsWith(`${NAME}.`) ? `/${NAME}${path}` : path).split('/');
    const [, name, ...key] = names;
    const query = new URLSearchParams(search);
    const operation = operationOf(method, key.join('/') !== '', query);
    const send = ({ status, headers = {}, body: content = '' }: S3Answer) => {
      response.writeHead(status, {
        'content-length': Buffer.byteLength(content),
        date: new Date(Date.now() + fake.skewMs).toUTCString(),
        ...headers,
      });
      response.end(content);
    };
    const refuse = (refusal: S3Refusal) =>
      send({ status: refusal.status, headers: { 'content-type': 'application/xml' }, body: method === 'HEAD' ? '' : errorOf(refusal) });

    if (operation === null) {
      undocumented.push(`${method} ${url}`);
      return refuse({ status: 400, code: 'InvalidRequest' });
    }
    asked.push(operation);
    const known = s3Operations[operation];
    const knownQuery: readonly string[] = [...known.query, known.by ?? '', 'x-id'];
    const knownHeaders: readonly string[] = [...known.headers, ...USUAL_HEADERS];
    const unknown = [
      ...[...query.keys()].filter((one) => !knownQuery.includes(one)),
      ...Object.keys(request.headers).filter((one) => !knownHeaders.includes(one)),
    ];
    if (unknown.length > 0) {
      undocumented.push(`${operation}: ${unknown.join(', ')}`);
      return refuse({ status: 400, code: 'InvalidArgument' });
    }
    const refusal = refuseSignature({ method, url, headers: request.headers, body }, ACCOUNT, Date.now() + fake.skewMs);
    if (refusal !== null) return refuse(refusal);
    if (name !== NAME || fake.isGone) return refuse({ status: 404, code: 'NoSuchBucket' });
    const act = acts.get(operation);
    acts.delete(operation);
    await act?.();
    const fault = faults.get(operation)?.shift();
    if (fault === 'cut_before') return void request.socket.destroy();
    if (fault === 'empty_200') return send({ status: 200 });
    if (typeof fault === 'object') return refuse(fault);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([header, value]) => [header, String(value)]));
    if (fault === 'no_range') delete headers.range;
    const given: S3Answer | S3Refusal = known.answer(bucket, { key: key.join('/'), query, headers, body, pageSize: PAGE_SIZE });
    if (fault === 'cut_after') return void request.socket.destroy();
    if (isRefusal(given)) return refuse(given);
    if (fault !== 'cut_body') return send(given);
    const whole = Buffer.from(given.body ?? '');
    response.writeHead(given.status, { 'content-length': whole.length, ...given.headers });
    response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => request.socket.destroy());
  };

  const server = createServer((request, response) => {
    fake.underWay += 1;
    answer(request, response)
      .catch((error: unknown) => {
        // The client ended the connection.
        if (!request.destroyed || request.complete) undocumented.push(String(error));
        response.destroy();
      })
      .finally(() => {
        fake.underWay -= 1;
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { region, ...credentials } = ACCOUNT;
  return Object.assign(fake, {
    bucket,
    asked,
    undocumented,
    options: (changes: Partial<BucketOptions> = {}): BucketOptions => ({
      ...{ bucket: NAME, prefix: 'prod/', endpoint: `http://127.0.0.1:${port}`, region, pathStyle: true, credentials },
      ...{ attempts: 3, partBytes: 5 * 1024 * 1024 },
      ...changes,
    }),
    fail: (operation: S3Operation, fault: S3Fault, times = 1) => {
      faults.set(operation, [...(faults.get(operation) ?? []), ...Array.from({ length: times }, () => fault)]);
    },
    before: (operation: S3Operation, act: () => unknown) => void acts.set(operation, act),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
};
