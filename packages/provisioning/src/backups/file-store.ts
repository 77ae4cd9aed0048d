import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { type BackupFault, ProviderError } from '@notafter/domain';
import { type BackupStore, objectName } from './backup-store.ts';

const PART = '.part';

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '');

const explained = (error: unknown, directory: string): unknown => {
  const code = codeOf(error);
  const say = (message: string, fault: BackupFault) => new ProviderError('invalid', message, { code: fault, cause: error });
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return say(`The backup store ${directory} is full (${code}).`, 'store_full');
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return say(`The backup store ${directory} can't be written (${code}).`, 'store_away');
  if (['ENOENT', 'ENOTDIR', 'EIO', 'ESTALE', 'ENOTCONN'].includes(code)) {
    return say(`The backup store ${directory} is not there (${code}). Is it mounted?`, 'store_away');
  }
  return error;
};

/** Makes a change of names in a folder last. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

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
  /** Removes files of writers that died. */
  const removeParts = async (path: string): Promise<void> => {
    for (const name of await readdir(dirname(path)).catch((): string[] => [])) {
      if (name.startsWith(`${basename(path)}.`) && name.endsWith(PART)) await rm(join(dirname(path), name), { force: true });
    }
  };

  return {
    place: directory,

    async put(object, source, signal) {
      const path = pathOf(object);
      const part = `${path}.${randomUUID()}${PART}`;
      try {
        await prepare(dirname(path));
        await removeParts(path);
        const file = await open(part, 'wx', 0o600);
        let bytes = 0;
        try {
          for await (const piece of source) {
            signal.throwIfAborted();
            await file.writeFile(piece);
            bytes += piece.length;
          }
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, path);
        await syncFolder(dirname(path));
        return bytes;
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        throw explained(error, directory);
      }
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
