import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ProviderError, type ServiceSize } from '@notafter/domain';

const MIB = 1024 * 1024;
const BLOCK_BYTES = 512;

/** Throws `invalid` if a smaller disk would not hold the data. */
export const requireRoom = (dataBytes: number, { diskGib }: ServiceSize): void => {
  const dataMib = Math.ceil(dataBytes / MIB);
  if (dataMib > diskGib * 1024)
    throw new ProviderError('invalid', `The data takes ${dataMib} MiB, and the disk of the plan has ${diskGib} GiB.`);
};

/** The bytes that a folder takes on the disk, of files that its engine removes meanwhile too. */
export const bytesBelow = async (folder: string): Promise<number> => {
  const isGone = (error: unknown): null => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  };
  const names = (await readdir(folder, { recursive: true }).catch(isGone)) ?? [];
  let bytes = 0;
  for (const name of names) bytes += ((await lstat(join(folder, name)).catch(isGone))?.blocks ?? 0) * BLOCK_BYTES;
  return bytes;
};
