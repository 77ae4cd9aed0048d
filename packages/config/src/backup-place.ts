import { join } from 'node:path';
import type { AwsKeys } from '@notafter/domain';
import { z } from 'zod';

/** As `BACKUP_URL` says it. The path of a folder is absolute. */
type BackupPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Before the name of every object: empty, or with a slash at its end. */
      readonly prefix: string;
      readonly endpoint: string | null;
      readonly region: string | null;
      readonly pathStyle: boolean | null;
    };

/** A bucket of an S3-compatible store. */
export interface BackupBucket {
  readonly kind: 's3';
  readonly bucket: string;
  /** Before the name of every object: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Null: Amazon's of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  /** `https://endpoint/bucket` instead of `https://bucket.endpoint`. */
  readonly pathStyle: boolean;
  /** Null: the machine's, as the AWS SDK finds them. */
  readonly credentials: AwsKeys | null;
}

/** Where backups go. `makes`: the folder is made if it is missing. */
export type BackupTarget = { readonly kind: 'folder'; readonly path: string; readonly makes: boolean } | BackupBucket;

const isBucket = (text: string): boolean => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) && !text.includes('..');
const isPrefix = (text: string): boolean =>
  text === '' || (/^[\w.-]+(?:\/[\w.-]+)*$/.test(text) && !text.split('/').some((part) => part === '.' || part === '..'));

const isEndpoint = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${search}${hash}${username}${password}` === '';
};

/** An address of a store that speaks S3, as `AWS_ENDPOINT_URL_S3` and the `endpoint` of `BACKUP_URL` have it. */
export const storeEndpoint = z.string().refine(isEndpoint, 'must be an http:// or https:// address without a query, a user or a password');

/** One of the parameters was given twice, has an invalid value, or is unknown: null. */
const bucketParameters = (
  query: URLSearchParams,
): { readonly endpoint: string | null; readonly region: string | null; readonly pathStyle: boolean | null } | null => {
  const given = [...query];
  const values = new Map(given);
  if (values.size !== given.length || given.some(([name]) => !['endpoint', 'region', 'path_style'].includes(name))) return null;
  const endpoint = values.get('endpoint') ?? null;
  const region = values.get('region') ?? null;
  const style = values.get('path_style') ?? null;
  if (endpoint !== null && !isEndpoint(endpoint)) return null;
  if (region !== null && !/^[a-z0-9-]{1,40}$/.test(region)) return null;
  if (style !== null && style !== 'true' && style !== 'false') return null;
  return { endpoint, region, pathStyle: style === null ? null : style === 'true' };
};

const placeOf = (text: string): BackupPlace | null => {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol === 'file:') {
    return url.host === '' && url.pathname !== '/' ? { kind: 'folder', path: decodeURIComponent(url.pathname) } : null;
  }
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const parameters = bucketParameters(url.searchParams);
  const isPlain = `${url.username}${url.password}${url.port}${url.hash}` === '';
  if (url.protocol !== 's3:' || !isPlain || !isBucket(url.hostname) || !isPrefix(prefix) || parameters === null) return null;
  return { kind: 's3', bucket: url.hostname, prefix: prefix === '' ? '' : `${prefix}/`, ...parameters };
};

/** `file:///a/folder` or `s3://bucket/prefix`, the latter with `endpoint`, `region` and `path_style`. */
export const backupPlace = z.string().transform((text, { addIssue }) => {
  const place = placeOf(text);
  if (place !== null) return place;
  const message =
    'must be file:///a/folder, or s3://bucket/prefix with ?endpoint=https://..., &region=... and &path_style=true or false if needed';
  addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** Stores of other vendors that have no regions accept this one. */
const ANY_REGION = 'us-east-1';

interface PlaceVariables {
  readonly BACKUP_URL?: BackupPlace | undefined;
  readonly AWS_ENDPOINT_URL_S3?: string | undefined;
  readonly AWS_REGION?: string | undefined;
  readonly AWS_ACCESS_KEY_ID?: string | undefined;
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined;
  readonly AWS_SESSION_TOKEN?: string | undefined;
}

/** Null: as the SDK finds them. */
export const awsKeysOf = ({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: PlaceVariables): AwsKeys | null =>
  accessKeyId === undefined || secretAccessKey === undefined
    ? null
    : { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };

/** Only Amazon's endpoint follows from a region. */
export const lacksRegion = ({ BACKUP_URL: place, AWS_REGION, AWS_ENDPOINT_URL_S3 }: PlaceVariables): boolean =>
  place?.kind === 's3' && (place.region ?? place.endpoint ?? AWS_REGION ?? AWS_ENDPOINT_URL_S3 ?? null) === null;

export const backupTargetOf = (env: PlaceVariables, dataDir: string): BackupTarget => {
  const place = env.BACKUP_URL;
  if (place === undefined) return { kind: 'folder', path: join(dataDir, 'backups'), makes: true };
  // A folder of the operator's may be a mount: made here, it would hide that the mount is gone.
  if (place.kind === 'folder') return { ...place, makes: false };
  const endpoint = place.endpoint ?? env.AWS_ENDPOINT_URL_S3 ?? null;
  return {
    ...place,
    endpoint,
    region: place.region ?? env.AWS_REGION ?? ANY_REGION,
    pathStyle: place.pathStyle ?? endpoint !== null,
    credentials: awsKeysOf(env),
  };
};
