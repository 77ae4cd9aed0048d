import { type BackupFault, ProviderError, type ProviderFault } from '@notafter/domain';
import { z } from 'zod';

/** The permission that each request needs. */
const permissions = {
  PutObject: 's3:PutObject',
  CreateMultipartUpload: 's3:PutObject',
  UploadPart: 's3:PutObject',
  CompleteMultipartUpload: 's3:PutObject',
  AbortMultipartUpload: 's3:AbortMultipartUpload',
  ListMultipartUploads: 's3:ListBucketMultipartUploads',
  ListObjectsV2: 's3:ListBucket',
  HeadObject: 's3:GetObject',
  GetObject: 's3:GetObject',
  DeleteObject: 's3:DeleteObject',
} as const;
export type S3Action = keyof typeof permissions;

/** Of an error of the SDK, as far as it has them. */
const sdkError = z.object({
  name: z.string().catch(''),
  code: z.string().optional().catch(undefined),
  Region: z.string().optional().catch(undefined),
  $metadata: z.object({ httpStatusCode: z.number().optional().catch(undefined) }).catch({}),
  $response: z.object({ headers: z.record(z.string(), z.string()).catch({}) }).catch({ headers: {} }),
});

export interface StoreAnswer {
  /** The store's own code, or the one of the connection. */
  readonly code: string;
  /** Null: the store did not answer. */
  readonly status: number | null;
  readonly region: string | null;
  readonly retryAfterMs: number | null;
}

const SECOND_MS = 1000;
/** Shown to people, so nothing that a store could write a sentence in. */
const plain = (text: string | undefined): string | null => (text !== undefined && /^[\w.-]{1,64}$/.test(text) ? text : null);

export const answerOf = (error: unknown): StoreAnswer => {
  const { name, code, Region, $metadata, $response } = sdkError.parse(error);
  const status = $metadata.httpStatusCode ?? null;
  const seconds = Number($response.headers['retry-after']);
  return {
    code: plain(status === null ? (code ?? name) : name) ?? 'Unknown',
    status,
    region: plain(Region) ?? plain($response.headers['x-amz-bucket-region']),
    retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * SECOND_MS : null,
  };
};

const THROTTLED = ['SlowDown', 'Throttling', 'ThrottlingException', 'TooManyRequests', 'TooManyRequestsException', 'RequestLimitExceeded'];
const FULL = ['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'InsufficientCapacity', 'StorageQuotaExceeded'];
const REDIRECTED = ['PermanentRedirect', 'TemporaryRedirect', 'AuthorizationHeaderMalformed', 'IncorrectEndpoint'];
const EXPIRED = ['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'InvalidToken'];

/** Explains a request that failed at its end, after the SDK repeated it. */
export const explainedBy = (place: string, bucket: string, action: S3Action, error: unknown): ProviderError => {
  const answer = answerOf(error);
  const { code, status } = answer;
  const say = (fault: ProviderFault, message: string, backupFault?: BackupFault) =>
    new ProviderError(fault, message, {
      cause: error,
      ...(backupFault === undefined ? { code } : { code: backupFault }),
      ...(answer.retryAfterMs === null ? {} : { retryAfterMs: answer.retryAfterMs }),
    });
  const where = `The backup store ${place}`;
  if (status === null) return unanswered(where, code, error, say);
  if (FULL.includes(code) || status === 507) return say('invalid', `${where} is full (${code}).`, 'store_full');
  if (THROTTLED.includes(code) || status === 429 || status === 503) return say('throttled', `${where} is busy (${code}).`);
  if (REDIRECTED.includes(code) || (status >= 300 && status < 400)) return say('invalid', redirected(where, bucket, answer), 'store_away');
  if (code === 'NoSuchBucket') return say('invalid', `${where} is not there: the bucket ${bucket} does not exist.`, 'store_away');
  if (code === 'NoSuchKey' || (code === 'NotFound' && action === 'HeadObject'))
    return say('not_found', 'The backup is no longer in the store.', 'missing');
  if (status === 412) return say('invalid', 'The backup was replaced while it was read.', 'damaged');
  if (code === 'InvalidObjectState') {
    return say('invalid', `${where} has moved the backup to an archive tier. Restore the object there first.`, 'store_away');
  }
  if (code === 'RequestTimeTooSkewed')
    return say('invalid', `${where} refuses requests: the clock of this machine is wrong.`, 'store_away');
  if (code === 'InvalidAccessKeyId') return say('auth', `${where} doesn't know the access key in AWS_ACCESS_KEY_ID.`, 'store_away');
  if (code === 'SignatureDoesNotMatch') {
    return say('auth', `${where} refuses the signature: AWS_SECRET_ACCESS_KEY is not the secret of this access key.`, 'store_away');
  }
  if (EXPIRED.includes(code)) return say('auth', `${where} refuses the access key: it has expired (${code}).`, 'store_away');
  if (status === 401 || status === 403) {
    return say('auth', `${where} denies access: the access key needs ${permissions[action]} (${code}).`, 'store_away');
  }
  if (status === 501 || status === 405) return say('invalid', `${where} does not support ${action} (${code}).`, 'store_away');
  // 200: the error is in the body, when the status line was already sent.
  if (status >= 500 || status === 200) return say('transient', `${where} has an internal error (${code}).`);
  return say('invalid', `${where} refused ${action} (${code}).`, 'store_away');
};

const redirected = (where: string, bucket: string, { code, region }: StoreAnswer): string =>
  region === null
    ? `${where} is not there: another endpoint has the bucket ${bucket} (${code}).`
    : `${where} is not there: the bucket ${bucket} is in the region ${region}. Set AWS_REGION=${region}.`;

type Say = (fault: ProviderFault, message: string, backupFault?: BackupFault) => ProviderError;

const unanswered = (where: string, code: string, error: unknown, say: Say): ProviderError => {
  if (code === 'CredentialsProviderError') {
    return say('auth', `${where} needs an access key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`, 'store_away');
  }
  if (/^ERR_TLS|CERT|ISSUER|VERIFY/.test(code)) {
    return say(
      'invalid',
      `${where} serves a certificate that is not trusted (${code}). Its root can be added in EXTRA_CA_FILE.`,
      'store_away',
    );
  }
  if (code === 'TimeoutError' || code === 'ETIMEDOUT') return say('transient', `${where} did not answer in time.`, 'store_away');
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return say('transient', `${where} is not there (${code}).`, 'store_away');
  }
  if (error instanceof SyntaxError || code === 'Error')
    return say('transient', `${where} answered something that is not S3.`, 'store_away');
  return say('transient', `${where} closed the connection (${code}).`, 'store_away');
};
