import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BackupFault, ProviderError } from '@notafter/domain';

export const PART = '.part';

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Explains an error of the file system at `place`; any other error is returned unchanged. */
export const explained = (error: unknown, place: string): unknown => {
  const code = codeOf(error);
  const say = (message: string, fault: BackupFault) => new ProviderError('invalid', message, { code: fault, cause: error });
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return say(`The backup store ${place} is full (${code}).`, 'store_full');
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return say(`The backup store ${place} can't be written (${code}).`, 'store_away');
  if (['ENOENT', 'ENOTDIR', 'EIO', 'ESTALE', 'ENOTCONN'].includes(code)) {
    return say(`The backup store ${place} is not there (${code}). Is it mounted?`, 'store_away');
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

/** Removes files of writers that died. */
export const removeParts = async (path: string): Promise<void> => {
  for (const name of await readdir(dirname(path)).catch((): string[] => [])) {
    if (name.startsWith(`${basename(path)}.`) && name.endsWith(PART)) await rm(join(dirname(path), name), { force: true });
  }
};

/**
 * Writes a stream to a file, durably and as a whole: until it is complete, the file has another name. Replaces an existing one. Resolves
 * to its size; rejects with `ProviderError`, which names `place`, if the disk is full or the folder is not there.
 */
export const storeFile = async (path: string, place: string, source: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> => {
  const part = `${path}.${randomUUID()}${PART}`;
  try {
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
    throw explained(error, place);
  }
};
