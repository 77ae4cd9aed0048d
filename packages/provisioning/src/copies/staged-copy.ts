import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ProviderError, type ServiceId } from '@notafter/domain';

const FOLDER = 'services.copies';
const PIECE_BYTES = 1024 * 1024;
/** How often the disk is looked at while a copy is written. */
const CHECK_BYTES = 64 * 1024 * 1024;
/** Left for the services, which may be on the same disk. */
const RESERVE_BYTES = 256 * 1024 * 1024;
/** A source of which nothing comes for so long has stopped, and with it the engine. */
const STALLED_MS = 60_000;

const full = () =>
  new ProviderError('invalid', 'The disk of DATA_DIR has no room for a copy of the data, which a backup needs for a while.', {
    code: 'store_full',
  });

const assertRoom = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + RESERVE_BYTES) throw full();
};

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(error.code);

/** Data on the disk of this machine, so that an engine stands still only as long as the disk needs, and not as the store. */
export interface StagedCopy {
  /** Throws if the disk has no room for so many bytes. */
  assertRoom(bytes: number): Promise<void>;
  /** Writes the stream to its end. */
  fill(source: (signal: AbortSignal) => AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
}

const createStagedCopy = (file: FileHandle, folder: string): StagedCopy => ({
  assertRoom: (bytes) => assertRoom(folder, bytes),

  async fill(source, signal) {
    const stalled = new AbortController();
    const timer = setTimeout(() => stalled.abort(new ProviderError('transient', 'The copy of the data has stalled.')), STALLED_MS);
    const limit = AbortSignal.any([signal, stalled.signal]);
    let left = 0;
    try {
      for await (const piece of source(limit)) {
        limit.throwIfAborted();
        if (left <= 0) {
          await assertRoom(folder, 0);
          left = CHECK_BYTES;
        }
        await file.appendFile(piece);
        left -= piece.length;
        timer.refresh();
      }
    } catch (error) {
      limit.throwIfAborted();
      throw isFull(error) ? full() : error;
    } finally {
      clearTimeout(timer);
    }
  },
});

/**
 * A copy below `directory` that `stage` makes, from its first byte to its last. The file has no name from the start: the kernel
 * removes it however this process ends.
 */
export async function* copied(directory: string, service: ServiceId, stage: (staged: StagedCopy) => Promise<void>): AsyncGenerator<Buffer> {
  const folder = join(directory, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A process that was killed before it removed the name left an empty file.
  for (const left of await readdir(folder)) await rm(join(folder, left), { force: true });
  const path = join(folder, `${service}.${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path, { force: true });
    await stage(createStagedCopy(file, folder));
    for (let at = 0; ; ) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}
