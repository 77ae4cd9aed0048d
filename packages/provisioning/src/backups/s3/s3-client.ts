import type { S3Client } from '@aws-sdk/client-s3';
import type { AwsKeys } from '@notafter/domain';

export interface BucketOptions {
  readonly bucket: string;
  /** Before the name of every object: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Null: Amazon's of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly pathStyle: boolean;
  /** Null: the machine's, as the SDK finds them. */
  readonly credentials: AwsKeys | null;
  /** Roots that the endpoint's certificate may end at besides the public ones. */
  readonly authorities?: readonly string[];
  /** Requests that fail and may pass are repeated until so many were made. */
  readonly attempts?: number;
  /** Of all parts of an object but the last. */
  readonly partBytes?: number;
}

export type Sdk = typeof import('@aws-sdk/client-s3');

export interface Bucket {
  readonly sdk: Sdk;
  readonly client: S3Client;
}

/** With growing pauses, of up to 13 s in total. */
const ATTEMPTS = 8;
const CONNECT_MS = 10_000;
/** Nothing is sent or received for so long. */
const IDLE_MS = 60_000;

/** Loads the SDK, of which a server without such a store needs nothing. */
export const openBucket = async (options: BucketOptions): Promise<Bucket> => {
  const [sdk, { rootCertificates }] = await Promise.all([import('@aws-sdk/client-s3'), import('node:tls')]);
  const { endpoint, region, pathStyle, credentials, authorities = [], attempts = ATTEMPTS } = options;
  const client = new sdk.S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
    maxAttempts: attempts,
    // The SHA-256 of every part is signed. Further checksums are what other vendors' stores refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      ...(authorities.length === 0 ? {} : { httpsAgent: { ca: [...rootCertificates, ...authorities] } }),
    },
  });
  return { sdk, client };
};
