import { type BackupStore, objectName } from '../backup-store.ts';
import type { BucketOptions } from './s3-client.ts';
import { readObject } from './s3-read.ts';
import { createBucketRequests } from './s3-requests.ts';
import { abortUploads, uploadObject } from './s3-upload.ts';

/** Objects in a bucket of an S3-compatible store. Nothing is asked before the first use. */
export const createS3Store = (options: BucketOptions): BackupStore => {
  const { bucket, prefix, partBytes } = options;
  const requests = createBucketRequests(options);
  const targetOf = (object: string) => ({ requests, Bucket: bucket, Key: `${prefix}${objectName(object)}` });
  return {
    place: requests.place,
    put: (object, source, signal) => uploadObject(targetOf(object), source, { partBytes, signal }),
    get: (object, signal) => readObject(targetOf(object), signal),

    async list(wanted, signal) {
      const send = requests.during(signal);
      const objects: { readonly object: string; readonly bytes: number }[] = [];
      for (let ContinuationToken: string | undefined; ; ) {
        const input = { Bucket: bucket, Prefix: `${prefix}${wanted}`, ContinuationToken };
        const page = await send('ListObjectsV2', ({ client, sdk }, options) => client.send(new sdk.ListObjectsV2Command(input), options));
        for (const { Key, Size } of page.Contents ?? []) {
          if (Key?.startsWith(prefix) === true && Size !== undefined) objects.push({ object: Key.slice(prefix.length), bytes: Size });
        }
        // Not said: an empty list would mean that all backups are gone.
        if (page.IsTruncated === undefined) throw requests.unexpected();
        if (!page.IsTruncated) return objects;
        const next = page.NextContinuationToken;
        if (next === undefined || next === ContinuationToken) throw requests.unexpected();
        ContinuationToken = next;
      }
    },

    async remove(object, signal) {
      const target = targetOf(object);
      await abortUploads(target, signal);
      const { Bucket, Key } = target;
      await requests.during(signal)('DeleteObject', ({ client, sdk }, options) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), options),
      );
    },
  };
};
