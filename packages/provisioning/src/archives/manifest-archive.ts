import { createHash } from 'node:crypto';
import { ProviderError } from '@notafter/domain';
import { ByteReader } from './byte-reader.ts';
import { type FileFacts, MANIFEST, writeManifest } from './manifest.ts';
import { ARCHIVE_END, paddingOf, tarEntry, tarHeader } from './tar.ts';
import { isInside, readTarHeader } from './tar-entries.ts';

const FILE_MODE = 0o600;

/**
 * The archive of a data directory with a manifest as its last file. Throws for what a backup can't have: a link leads out of the
 * data directory, and its target would be missing after a restore.
 */
export async function* manifestArchive(copy: AsyncIterable<Uint8Array>, skips: RegExp): AsyncGenerator<Buffer> {
  const reader = new ByteReader(copy);
  const files = new Map<string, FileFacts>();
  try {
    for (let header = await readTarHeader(reader); header !== null; header = await readTarHeader(reader)) {
      const { path, type, size, mode } = header;
      if (path === '' || path === '.') continue;
      if (skips.test(path)) {
        for await (const _piece of reader.pieces(size + paddingOf(size)));
        continue;
      }
      if (!isInside(path) || type === 'link' || type === 'other') {
        throw new ProviderError('invalid', `The data of this service has a link or a device, which backups do not include: ${path}.`);
      }
      if (type === 'folder') {
        yield tarHeader({ path: `${path}/`, type: '5', mode, uid: 0, size: 0 });
        continue;
      }
      if (path === MANIFEST) throw new ProviderError('invalid', `The data of this service has a file named ${MANIFEST}. Rename it.`);
      yield tarHeader({ path, type: '0', mode, uid: 0, size });
      const hash = createHash('sha256');
      let read = 0;
      for await (const piece of reader.pieces(size)) {
        hash.update(piece);
        read += piece.length;
        yield piece;
      }
      const padding = await reader.read(paddingOf(size));
      if (read < size || padding.length < paddingOf(size)) throw new ProviderError('transient', 'The copy of the data ends early.');
      yield padding;
      files.set(path, { size, sha256: hash.digest('hex') });
    }
    yield tarEntry(MANIFEST, '0', FILE_MODE, 0, writeManifest(files));
    yield ARCHIVE_END;
  } finally {
    await reader.close();
  }
}
