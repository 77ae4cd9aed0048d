import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { FILE_TIMEOUT_MS, MAX_FILE_BYTES } from '../limits.ts';
import { FileFault } from '../reading.ts';

const faultOf = (error: unknown): FileFault => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return new FileFault('not_found', 'The file does not exist.');
  if (code === 'EACCES' || code === 'EPERM')
    return new FileFault('permission_denied', 'Permission denied. Allow the user of the collector to read this file.');
  if (code === 'ELOOP') return new FileFault('not_found', 'The symbolic links of this path form a loop.');
  if (code === 'ENXIO' || code === 'EISDIR') return new FileFault('not_a_file', 'This is not a regular file.');
  return new FileFault('unreachable', `The file system refuses to read the file (${String(code ?? 'unknown error')}).`);
};

/** Runs one call to the file system; throws FileFault, also if it does not return in time. */
export const inTime = async <T>(call: Promise<T>): Promise<T> => {
  const ended = new AbortController();
  const late = wait(FILE_TIMEOUT_MS, undefined, { signal: ended.signal }).then(() => {
    throw new FileFault('unreachable', `The file system did not respond within ${FILE_TIMEOUT_MS / 1_000} s.`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([call, late]);
  } catch (error) {
    throw error instanceof FileFault ? error : faultOf(error);
  } finally {
    ended.abort();
  }
};

const checkKind = (stats: Stats): void => {
  if (!stats.isFile()) throw new FileFault('not_a_file', 'This is not a regular file.');
  if (stats.size > MAX_FILE_BYTES)
    throw new FileFault('too_large', `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB. Certificate files are far smaller.`);
};

const readAll = async (handle: FileHandle, size: number): Promise<Buffer> => {
  // Never from Node's pool, which other buffers share.
  const bytes = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await inTime(handle.read(bytes, at, size - at, at));
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
};

/**
 * Calls `use` with the bytes of a regular file and overwrites them with zeros afterwards: keep copies of certificates only. Opens
 * neither devices, which opening could change, nor waits for FIFOs. Throws FileFault.
 */
export const withFile = async <T>(path: string, use: (bytes: Buffer) => T | Promise<T>): Promise<T> => {
  checkKind(await inTime(stat(path)));
  const handle = await inTime(open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY));
  let bytes: Buffer = Buffer.alloc(0);
  try {
    const stats = await inTime(handle.stat());
    checkKind(stats);
    bytes = await readAll(handle, stats.size);
    return await use(bytes);
  } finally {
    bytes.fill(0);
    // A dead mount would not close it either.
    handle.close().catch(() => undefined);
  }
};
