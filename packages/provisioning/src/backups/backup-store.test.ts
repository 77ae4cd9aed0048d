import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describeStore, type StoreSubject } from '../testing/describe-store.ts';
import { s3Subject } from '../testing/s3/s3-subject.ts';
import { createFileStore } from './file-store.ts';

const folderSubject = async (): Promise<StoreSubject> => {
  const directory = await mkdtemp(join(tmpdir(), 'notafter-store-'));
  let left = 0;
  return {
    store: createFileStore({ directory, makes: false }),
    contents: async () => {
      const found = await readdir(directory, { recursive: true, withFileTypes: true });
      const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(directory, join(parentPath, name)));
      const objects = files.filter((file) => !file.endsWith('.part'));
      return { objects, incomplete: files.length - objects.length };
    },
    leaveIncomplete: async (object) => {
      left += 1;
      await mkdir(dirname(join(directory, object)), { recursive: true });
      await writeFile(join(directory, `${object}.${left}.part`), 'half');
    },
    // `service-backups.test.ts` does so in a process with a limit.
    makeFull: null,
    takeAway: async () => {
      await rename(directory, `${directory}.away`);
      return () => rename(`${directory}.away`, directory);
    },
    close: () => rm(directory, { recursive: true }),
  };
};

describeStore('a folder', folderSubject);
describeStore('a bucket', s3Subject);
