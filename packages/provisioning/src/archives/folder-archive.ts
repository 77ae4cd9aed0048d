import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ProviderError } from '@notafter/domain';
import { ARCHIVE_END, paddingOf, tarHeader } from './tar.ts';

const PIECE_BYTES = 1024 * 1024;
const MODE_BITS = 0o7777;
/** Neither a link nor a pipe that another program of the services' user has put in the place of a file. */
const READ_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A folder as a tar archive. Nothing may write there meanwhile. Sockets and pipes are left out: they are made again at a start. */
export async function* folderArchive(folder: string): AsyncGenerator<Buffer> {
  yield* entriesOf(folder, '');
  yield ARCHIVE_END;
}

async function* entriesOf(folder: string, below: string): AsyncGenerator<Buffer> {
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) {
      yield tarHeader({ path: `${path}/`, type: '5', mode: 0o700, uid: 0, size: 0 });
      yield* entriesOf(folder, path);
    } else if (entry.isFile()) {
      yield* fileEntry(join(folder, path), path);
    } else if (entry.isSymbolicLink()) {
      yield tarHeader({ path, type: '2', mode: 0o777, uid: 0, size: 0 });
    }
  }
}

async function* fileEntry(file: string, path: string): AsyncGenerator<Buffer> {
  const opened = await open(file, READ_FILE);
  try {
    const { size, mode } = await opened.stat();
    yield tarHeader({ path, type: '0', mode: mode & MODE_BITS, uid: 0, size });
    for (let at = 0; at < size; ) {
      const length = Math.min(PIECE_BYTES, size - at);
      const { buffer, bytesRead } = await opened.read(Buffer.allocUnsafe(length), 0, length, at);
      if (bytesRead === 0) throw new ProviderError('transient', `The file ${path} became shorter while it was copied.`);
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
    yield Buffer.alloc(paddingOf(size));
  } finally {
    await opened.close();
  }
}
