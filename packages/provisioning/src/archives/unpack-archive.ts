import { chown, lchown, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ByteReader } from './byte-reader.ts';
import { MANIFEST } from './manifest.ts';
import { paddingOf } from './tar.ts';
import { assertPlain, readTarHeader } from './tar-entries.ts';

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Writes the files of an archive below an existing, empty folder. They belong to `owner` alone. */
export const unpackArchive = async (archive: AsyncIterable<Uint8Array>, folder: string, owner: Owner): Promise<void> => {
  const reader = new ByteReader(archive);
  const made = new Set<string>([folder]);
  const makeFolder = async (path: string): Promise<void> => {
    if (made.has(path)) return;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
    await chown(path, owner.uid, owner.gid);
    made.add(path);
  };
  try {
    for (let header = await readTarHeader(reader); header !== null; header = await readTarHeader(reader)) {
      const { path, type, size } = header;
      if (type === 'folder' && (path === '' || path === '.')) continue;
      assertPlain(header);
      if (type === 'folder') await makeFolder(join(folder, path));
      else {
        await makeFolder(dirname(join(folder, path)));
        // The manifest is of the backup, not of the data.
        const file = path === MANIFEST ? null : await open(join(folder, path), 'wx', 0o600);
        try {
          for await (const piece of reader.pieces(size)) await file?.writeFile(piece);
        } finally {
          await file?.close();
        }
        if (file !== null) await lchown(join(folder, path), owner.uid, owner.gid);
      }
      await reader.read(paddingOf(size));
    }
    // The check of the manifest comes at the end.
    while ((await reader.read(64 * 1024)).length > 0);
  } finally {
    await reader.close();
  }
};
