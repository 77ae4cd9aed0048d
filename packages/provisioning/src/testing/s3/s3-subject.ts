import { createS3Store } from '../../backups/s3/s3-store.ts';
import type { StoreSubject } from '../describe-store.ts';
import { type S3Fake, startS3Fake } from './s3-fake.ts';

export const s3Subject = async (running?: S3Fake): Promise<StoreSubject> => {
  const fake = running ?? (await startS3Fake());
  const store = createS3Store(fake.options());
  return {
    store,
    contents: async () => ({
      objects: [...fake.bucket.objects.keys()].map((key) => key.replace(/^prod\//, '')),
      incomplete: fake.bucket.uploads.size,
    }),
    leaveIncomplete: async (object) => void fake.bucket.begin(`prod/${object}`, {}),
    makeFull: async () => {
      fake.bucket.quotaBytes = 6 * 1024 * 1024;
      return async () => {
        fake.bucket.quotaBytes = Number.POSITIVE_INFINITY;
      };
    },
    takeAway: async () => {
      fake.isGone = true;
      return async () => {
        fake.isGone = false;
      };
    },
    close: async () => {
      await fake.close();
      if (fake.undocumented.length > 0) throw new Error(`Undocumented: ${fake.undocumented.join('; ')}`);
    },
  };
};
