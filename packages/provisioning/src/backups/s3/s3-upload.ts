import { randomUUID } from 'node:crypto';
import { ProviderError } from '@notafter/domain';
import { partsOf } from './s3-parts.ts';
import { type BucketRequests, isUploadGone } from './s3-requests.ts';

/** Of S3. With parts of 32 MiB, an object has 312 GiB at most. */
const PARTS_MAX = 10_000;
/** A part must be stored again from its beginning if it fails, and all non-trailing parts must be equal for Cloudflare R2. */
const PART_BYTES = 32 * 1024 * 1024;
const ABORT_MS = 15_000;
/** Metadata by which a writer knows its object. */
const WRITE = 'notafter-write';

interface Target {
  readonly requests: BucketRequests;
  readonly Bucket: string;
  readonly Key: string;
}

const abortUpload = ({ requests, ...target }: Target, UploadId: string, signal: AbortSignal): Promise<unknown> =>
  requests
    .during(signal)('AbortMultipartUpload', ({ client, sdk }, options) =>
      client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId }), options),
    )
    .catch((error: unknown) => {
      if (!isUploadGone(error)) throw error;
    });

/** Removes the parts of writers of this object that died. Asked for the exact key, since MinIO lists for nothing else. */
export const abortUploads = async (target: Target, signal: AbortSignal): Promise<void> => {
  const { requests, Bucket, Key } = target;
  const send = requests.during(signal);
  for (let markers = {}, seen = ''; ; ) {
    const input = { Bucket, Prefix: Key, ...markers };
    const {
      Uploads = [],
      IsTruncated,
      NextKeyMarker,
      NextUploadIdMarker,
    } = await send('ListMultipartUploads', ({ client, sdk }, options) => client.send(new sdk.ListMultipartUploadsCommand(input), options));
    for (const upload of Uploads)
      if (upload.Key === Key && upload.UploadId !== undefined) await abortUpload(target, upload.UploadId, signal);
    if (IsTruncated === undefined) throw requests.unexpected();
    if (!IsTruncated) return;
    const next = `${NextKeyMarker}/${NextUploadIdMarker}`;
    if (NextKeyMarker === undefined || next === seen) throw requests.unexpected();
    if (NextKeyMarker > Key) return;
    seen = next;
    markers = { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker };
  }
};

/** Stores a stream of unknown length: in one request if it is short, else in parts that become an object together. */
export const uploadObject = async (
  target: Target,
  source: AsyncIterable<Uint8Array>,
  { partBytes = PART_BYTES, signal }: { readonly partBytes?: number | undefined; readonly signal: AbortSignal },
): Promise<number> => {
  const { requests, ...object } = target;
  const send = requests.during(signal);
  const Metadata = { [WRITE]: randomUUID() };
  let UploadId: string | undefined;
  let bytes = 0;
  const Parts: { readonly PartNumber: number; readonly ETag: string }[] = [];

  const complete = async (): Promise<void> => {
    try {
      await send('CompleteMultipartUpload', ({ client, sdk }, options) =>
        client.send(new sdk.CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }), options),
      );
    } catch (error) {
      // An earlier attempt may have succeeded, and its answer been lost.
      if (!isUploadGone(error)) throw error;
    }
  };
  /** The store has this object, of this write. */
  const confirm = async (): Promise<void> => {
    const found = await send('HeadObject', ({ client, sdk }, options) => client.send(new sdk.HeadObjectCommand(object), options));
    if (found.Metadata?.[WRITE] === Metadata[WRITE] && found.ContentLength === bytes) return;
    throw new ProviderError('transient', `The backup store ${requests.place} does not have the object that it accepted.`, {
      code: 'store_away',
    });
  };

  try {
    await abortUploads(target, signal);
    for await (const { part: Body, isLast } of partsOf(source, partBytes)) {
      bytes += Body.length;
      if (isLast && UploadId === undefined) {
        await send('PutObject', ({ client, sdk }, options) =>
          client.send(new sdk.PutObjectCommand({ ...object, Metadata, Body }), options),
        );
        break;
      }
      UploadId ??= (
        await send('CreateMultipartUpload', ({ client, sdk }, options) =>
          client.send(new sdk.CreateMultipartUploadCommand({ ...object, Metadata }), options),
        )
      ).UploadId;
      if (UploadId === undefined) throw requests.unexpected();
      const PartNumber = Parts.length + 1;
      if (PartNumber > PARTS_MAX) {
        throw new ProviderError('invalid', `The backup is larger than ${PARTS_MAX} parts, which is the most that S3 stores.`, {
          code: 'store_full',
        });
      }
      const { ETag } = await send('UploadPart', ({ client, sdk }, options) =>
        client.send(new sdk.UploadPartCommand({ ...object, UploadId, PartNumber, Body }), options),
      );
      if (ETag === undefined) throw requests.unexpected();
      Parts.push({ PartNumber, ETag });
    }
    if (UploadId !== undefined) await complete();
    await confirm();
    return bytes;
  } catch (error) {
    // Not under the signal, which may be the reason. If this fails too, the next write or the removal of the object does it.
    await abortUploads(target, AbortSignal.timeout(ABORT_MS)).catch(() => undefined);
    throw error;
  }
};
