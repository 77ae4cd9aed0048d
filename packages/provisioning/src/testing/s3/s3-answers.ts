import type { S3Bucket, S3Object } from './s3-bucket.ts';
import type { S3Refusal } from './s3-signature.ts';

export interface S3Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

export interface S3Call {
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Names in one page of a list. */
  readonly pageSize: number;
}

interface Operation {
  readonly method: string;
  /** Whether the request names an object, or the bucket. */
  readonly ofObject: boolean;
  /** The parameter that says what is meant. */
  readonly by: string | null;
  readonly query: readonly string[];
  readonly headers: readonly string[];
  answer(bucket: S3Bucket, call: S3Call): S3Answer | S3Refusal;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const xml = (name: string, content: string): S3Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `${XML}<${name} ${NAMESPACE}>${content}</${name}>`,
});
const element = (name: string, text: string | number | boolean): string =>
  `<${name}>${String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`;

export const isRefusal = (answer: object): answer is S3Refusal => 'code' in answer;
const orRefusal = <Result extends object>(result: Result | S3Refusal, answer: (result: Result) => S3Answer): S3Answer | S3Refusal =>
  isRefusal(result) ? result : answer(result);

const metadataOf = (headers: S3Call['headers']): S3Object['metadata'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-')));

const headersOf = ({ etag, metadata }: S3Object): Record<string, string> => ({ etag, 'accept-ranges': 'bytes', ...metadata });

const read = ({ objects }: S3Bucket, { key, headers }: S3Call): S3Answer | S3Refusal => {
  const object = objects.get(key);
  if (object === undefined) return { status: 404, code: 'NoSuchKey' };
  if (headers['if-match'] !== undefined && headers['if-match'] !== object.etag) return { status: 412, code: 'PreconditionFailed' };
  const { body } = object;
  if (headers.range === undefined) return { status: 200, headers: headersOf(object), body };
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range)?.[1]);
  if (!(from < body.length)) return { status: 416, code: 'InvalidRange' };
  const range = { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` };
  return { status: 206, headers: { ...headersOf(object), ...range }, body: body.subarray(from) };
};

const list = ({ objects }: S3Bucket, { query, pageSize }: S3Call): S3Answer | S3Refusal => {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const rest = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = rest.slice(0, pageSize);
  const contents = page.map((key) => `<Contents>${element('Key', key)}${element('Size', objects.get(key)?.body.length ?? 0)}</Contents>`);
  const isTruncated = rest.length > page.length;
  const next = isTruncated ? element('NextContinuationToken', page.at(-1) ?? '') : '';
  return xml('ListBucketResult', `${contents.join('')}${element('IsTruncated', isTruncated)}${next}`);
};

const listUploads = ({ uploads }: S3Bucket, { query, pageSize }: S3Call): S3Answer => {
  const prefix = query.get('prefix') ?? '';
  const after = `${query.get('key-marker') ?? ''}\n${query.get('upload-id-marker') ?? ''}`;
  const rest = [...uploads]
    .map(([id, { key }]) => ({ id, key, at: `${key}\n${id}` }))
    .filter(({ key, at }) => key.startsWith(prefix) && at > after)
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const page = rest.slice(0, pageSize);
  const found = page.map(({ id, key }) => `<Upload>${element('Key', key)}${element('UploadId', id)}</Upload>`);
  const last = page.at(-1);
  const next = last === undefined ? '' : `${element('NextKeyMarker', last.key)}${element('NextUploadIdMarker', last.id)}`;
  return xml('ListMultipartUploadsResult', `${found.join('')}${element('IsTruncated', rest.length > page.length)}${next}`);
};

const PART = /<Part><ETag>(?:&quot;|")([^<&"]+)(?:&quot;|")<\/ETag><PartNumber>(\d+)<\/PartNumber><\/Part>/g;

const complete = (bucket: S3Bucket, { key, query, body }: S3Call): S3Answer | S3Refusal => {
  const chosen = [...body.toString().matchAll(PART)].map(([, etag, number]) => ({ number: Number(number), etag: `"${etag}"` }));
  return orRefusal(bucket.complete(key, query.get('uploadId') ?? '', chosen), ({ etag }) =>
    xml('CompleteMultipartUploadResult', `${element('Key', key)}${element('ETag', etag)}`),
  );
};

const META = ['x-amz-meta-notafter-write'];
const SENT = ['content-type', 'content-length'];

/** Requests that the store knows, with all that each of them may have. */
export const s3Operations = {
  PutObject: {
    ...{ method: 'PUT', ofObject: true, by: null, query: [], headers: [...SENT, ...META, 'expect'] },
    answer: (bucket, { key, body, headers }) =>
      orRefusal(bucket.put(key, body, metadataOf(headers)), ({ etag }) => ({ status: 200, headers: { etag } })),
  },
  CreateMultipartUpload: {
    ...{ method: 'POST', ofObject: true, by: 'uploads', query: [], headers: [...SENT, ...META] },
    answer: (bucket, { key, headers }) =>
      xml('InitiateMultipartUploadResult', `${element('Key', key)}${element('UploadId', bucket.begin(key, metadataOf(headers)))}`),
  },
  UploadPart: {
    ...{ method: 'PUT', ofObject: true, by: 'uploadId', query: ['partNumber'], headers: [...SENT, 'expect'] },
    answer: (bucket, { key, query, body }) =>
      orRefusal(bucket.putPart(key, query.get('uploadId') ?? '', Number(query.get('partNumber')), body), ({ etag }) => ({
        status: 200,
        headers: { etag },
      })),
  },
  CompleteMultipartUpload: {
    ...{ method: 'POST', ofObject: true, by: 'uploadId', query: [], headers: SENT },
    answer: complete,
  },
  AbortMultipartUpload: {
    ...{ method: 'DELETE', ofObject: true, by: 'uploadId', query: [], headers: SENT },
    answer: (bucket, { key, query }) => bucket.abort(key, query.get('uploadId') ?? '') ?? { status: 204 },
  },
  ListMultipartUploads: {
    ...{ method: 'GET', ofObject: false, by: 'uploads', query: ['prefix', 'key-marker', 'upload-id-marker'], headers: [] },
    answer: listUploads,
  },
  ListObjectsV2: {
    ...{ method: 'GET', ofObject: false, by: 'list-type', query: ['prefix', 'continuation-token'], headers: [] },
    answer: list,
  },
  HeadObject: { ...{ method: 'HEAD', ofObject: true, by: null, query: [], headers: [] }, answer: read },
  GetObject: { ...{ method: 'GET', ofObject: true, by: null, query: [], headers: ['range', 'if-match'] }, answer: read },
  DeleteObject: {
    ...{ method: 'DELETE', ofObject: true, by: null, query: [], headers: SENT },
    answer: ({ objects }, { key }) => {
      objects.delete(key);
      return { status: 204 };
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type S3Operation = keyof typeof s3Operations;
