import { ByteReader } from './byte-reader.ts';
import { ARCHIVE_END, BLOCK, paddingOf, seal, tarEntry, writeOwner } from './tar.ts';
import { readTarHeader } from './tar-entries.ts';

interface Moved {
  /** Relative; '' for none. */
  readonly folder: string;
  readonly uid: number;
}

const FOLDER_MODE = 0o700;

/** The same entry in another folder and of another user. */
const moved = (block: Buffer, { folder, uid }: Moved): Buffer => {
  const header = Buffer.from(block);
  // Paths of a data directory are short: the folder goes into the field for what comes before them.
  const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '').replace(/^\.\//, '');
  header.fill(0, 0, 100).write(name, 0);
  header.fill(0, 345, 500).write(folder, 345);
  writeOwner(header, uid);
  header.fill(0, 265, 329);
  seal(header);
  return header;
};

/** An archive whose files are in `folder` and belong to `uid`. Ends with an error if the one that it reads does. */
export async function* movedArchive(archive: AsyncIterable<Uint8Array>, to: Moved): AsyncGenerator<Buffer> {
  const reader = new ByteReader(archive);
  const parts = to.folder === '' ? [] : to.folder.split('/');
  try {
    for (const [index] of parts.entries()) {
      yield tarEntry(`${parts.slice(0, index + 1).join('/')}/`, '5', FOLDER_MODE, to.uid, Buffer.alloc(0));
    }
    for (let header = await readTarHeader(reader); header !== null; header = await readTarHeader(reader)) {
      yield moved(header.block, to);
      yield* reader.pieces(header.size + paddingOf(header.size));
    }
    // The check of the manifest comes at the end.
    while ((await reader.read(BLOCK)).length > 0);
    yield ARCHIVE_END;
  } finally {
    await reader.close();
  }
}
