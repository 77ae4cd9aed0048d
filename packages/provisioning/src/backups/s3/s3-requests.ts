import { ProviderError } from '@notafter/domain';
import { type Bucket, type BucketOptions, openBucket } from './s3-client.ts';
import { answerOf, explainedBy, type S3Action } from './s3-errors.ts';

type Send = <Output>(
  action: S3Action,
  request: (bucket: Bucket, options: { readonly abortSignal: AbortSignal }) => Promise<Output>,
) => Promise<Output>;

/** The requests to one bucket. */
export interface BucketRequests {
  readonly place: string;
  /** An answer that a store of S3 would not give. */
  unexpected(): ProviderError;
  /** Sends one request with the permission that it needs. Rejects with a `ProviderError`, or with the reason of the signal. */
  during(signal: AbortSignal): Send;
}

export const createBucketRequests = (options: BucketOptions): BucketRequests => {
  const { bucket, prefix, endpoint } = options;
  const place = `s3://${bucket}/${prefix}${endpoint === null ? '' : ` at ${new URL(endpoint).host}`}`;
  let opening: Promise<Bucket> | null = null;
  return {
    place,
    unexpected: () =>
      new ProviderError('transient', `The backup store ${place} answered something that is not S3.`, { code: 'store_away' }),
    during: (signal) => async (action, request) => {
      opening ??= openBucket(options);
      const open = await opening;
      signal.throwIfAborted();
      try {
        return await request(open, { abortSignal: signal });
      } catch (error) {
        signal.throwIfAborted();
        throw explainedBy(place, bucket, action, error);
      }
    },
  };
};

/** Whether the store says that the upload does not exist, or no longer. */
export const isUploadGone = (error: unknown): boolean => error instanceof ProviderError && answerOf(error.cause).code === 'NoSuchUpload';
