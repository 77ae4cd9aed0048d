import { ByteReader } from './byte-reader.ts';
import { MANIFEST } from './manifest.ts';
import { ARCHIVE_END, BLOCK, paddingOf, tarEntry, tarHeader } from './tar.ts';
import { assertPlain, readTarHeader } from './tar-entries.ts';

interface Moved {
  /** Relative; '' for none. */
  readonly folder: string;
  readonly uid: number;
}

const FOLDER_MODE = 0o700;

/** The data of a backup, without its manifest, in `folder` and of the user `uid`. Ends with an error if the one that it reads does. */
export async function* movedArchive(archive: AsyncIterable<Uint8Array>, { folder, uid }: Moved): AsyncGenerator<Buffer> {
  const reader = new ByteReader(archive);
  const parts = folder === '' ? [] : folder.split('/');
  try {
    for (const [index] of parts.entries()) {
      yield tarEntry(`${parts.slice(0, index + 1).join('/')}/`, '5', FOLDER_MODE, uid, Buffer.alloc(0));
    }
    for (let header = await readTarHeader(reader); header !== null; header = await readTarHeader(reader)) {
      const { path, type, mode, size } = header;
      // The folder itself, which is there.
      if (type === 'folder' && (path === '' || path === '.')) continue;
      assertPlain(header);
      if (type === 'file' && path === MANIFEST) {
        for await (const _piece of reader.pieces(size + paddingOf(size)));
        continue;
      }
      const name = [...parts, path].join('/');
      yield tarHeader({ path: type === 'folder' ? `${name}/` : name, type: type === 'folder' ? '5' : '0', mode, uid, size });
      yield* reader.pieces(size + paddingOf(size));
    }
    // The check of the manifest comes at the end.
    while ((await reader.read(BLOCK)).length > 0);
    yield ARCHIVE_END;
  } finally {
    await reader.close();
  }
}
