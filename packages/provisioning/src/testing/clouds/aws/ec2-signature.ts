import { createHash, createHmac } from 'node:crypto';

export interface SignedForm {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Account {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const SKEW_MS = 300_000;
const ALWAYS_SIGNED = ['host', 'x-amz-date'];
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/ec2\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const instantOf = (text: string): number => Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** The region that a request is signed for; null for a signature of version 4 that is not this account's, or not of now. */
export const regionOfSignature = ({ path, headers, body }: SignedForm, account: Account, now: number): string | null => {
  const [, id, day, region, signedHeaders = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const date = headers['x-amz-date'] ?? '';
  if (id !== account.accessKeyId || day === undefined || region === undefined) return null;
  if (!(Math.abs(instantOf(date) - now) <= SKEW_MS)) return null;
  const signed = signedHeaders.split(';');
  const mustSign = [...ALWAYS_SIGNED, ...Object.keys(headers).filter((name) => name.startsWith('x-amz-') && name !== 'x-amz-user-agent')];
  if (mustSign.some((name) => !signed.includes(name))) return null;
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`).join('');
  const canonical = ['POST', path, '', lines, signedHeaders, sha256(body)].join('\n');
  const key = [day, region, 'ec2', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${account.secretAccessKey}`);
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/ec2/aws4_request`, sha256(canonical)].join('\n');
  return hmac(key, text).toString('hex') === signature ? region : null;
};
