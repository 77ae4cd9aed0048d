import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A refusal as S3 words it. */
export interface S3Refusal {
  readonly status: number;
  readonly code: string;
  /** Elements of the error besides its code. */
  readonly details?: Readonly<Record<string, string>>;
}

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Account {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const SKEW_MS = 900_000;
const ALWAYS_SIGNED = ['host', 'x-amz-content-sha256', 'x-amz-date'];
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** `20261126T114500Z` */
const instantOf = (text: string): number => Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const canonicalQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&');

/** Verifies a signature of version 4 over the whole request (AWS, "Authenticating Requests: Using the Authorization Header"). */
export const refuseSignature = (request: SignedRequest, account: Account, now: number): S3Refusal | null => {
  const { headers, url, method, body } = request;
  const [, id, day, region, signedHeaders, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (id === undefined || day === undefined || region === undefined || signedHeaders === undefined)
    return { status: 403, code: 'AccessDenied' };
  if (id !== account.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== account.region) return { status: 400, code: 'AuthorizationHeaderMalformed', details: { Region: account.region } };
  const date = String(headers['x-amz-date']);
  if (!(Math.abs(instantOf(date) - now) <= SKEW_MS)) return { status: 403, code: 'RequestTimeTooSkewed' };
  const signed = signedHeaders.split(';');
  const mustSign = [...ALWAYS_SIGNED, ...Object.keys(headers).filter((name) => name.startsWith('x-amz-') && name !== 'x-amz-user-agent')];
  if (mustSign.some((name) => !signed.includes(name))) return { status: 403, code: 'AccessDenied' };
  if (headers['x-amz-content-sha256'] !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  const [path = '/', query = ''] = url.split('?');
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`).join('');
  const canonical = [method, path, canonicalQuery(query), lines, signedHeaders, sha256(body)].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${account.secretAccessKey}`);
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
  return signature === expected ? null : { status: 403, code: 'SignatureDoesNotMatch' };
};
