import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ProviderError } from '@notafter/domain';
import { type BackupStore, objectName } from './backup-store.ts';
import { codeOf, explained, PART, removeParts, storeFile } from './store-file.ts';

interface FileStoreOptions {
  /** Absolute. */
  readonly directory: string;
  /** Make the folder if it is missing. Not for one that an operator mounts: the backups would go to the disk below. */
  readonly makes: boolean;
}

/** Objects as files of a folder. One that is being written has another name until it is complete. */
export const createFileStore = ({ directory, makes }: FileStoreOptions): BackupStore => {
  const pathOf = (object: string): string => join(directory, objectName(object));
  const prepare = async (folder: string): Promise<void> => {
    if (makes) await mkdir(directory, { recursive: true, mode: 0o700 });
    else await stat(directory);
    await mkdir(folder, { recursive: true, mode: 0o700 });
  };

  return {
    place: directory,

    async put(object, source, signal) {
      const path = pathOf(object);
      try {
        await prepare(dirname(path));
      } catch (error) {
        throw explained(error, directory);
      }
      return storeFile(path, directory, source, signal);
    },

    async *get(object, signal) {
      const path = pathOf(object);
      try {
        for await (const piece of createReadStream(path, { signal, highWaterMark: 256 * 1024 })) {
          if (Buffer.isBuffer(piece)) yield piece;
        }
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw explained(error, directory);
        await stat(directory).catch((away: unknown) => {
          throw explained(away, directory);
        });
        throw new ProviderError('not_found', 'The backup is no longer in the store.', { code: 'missing', cause: error });
      }
    },

    async list(prefix) {
      try {
        if (!makes) await stat(directory);
        const found = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
          if (makes && codeOf(error) === 'ENOENT') return [];
          throw error;
        });
        const objects: { readonly object: string; readonly bytes: number }[] = [];
        for (const entry of found) {
          const path = join(entry.parentPath, entry.name);
          const object = relative(directory, path);
          if (!entry.isFile() || entry.name.endsWith(PART) || !object.startsWith(prefix)) continue;
          objects.push({ object, bytes: (await stat(path)).size });
        }
        return objects;
      } catch (error) {
        throw explained(error, directory);
      }
    },

    async remove(object) {
      const path = pathOf(object);
      try {
        if (!makes) await stat(directory);
        await removeParts(path);
        await rm(path, { force: true });
      } catch (error) {
        throw explained(error, directory);
      }
    },
  };
};
