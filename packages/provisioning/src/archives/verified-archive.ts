import { createHash } from 'node:crypto';
import { ProviderError, type VerifiedArchive } from '@notafter/domain';
import { ByteReader } from './byte-reader.ts';
import { type FileFacts, MANIFEST, MANIFEST_MAX_BYTES, verifyManifest } from './manifest.ts';
import { ARCHIVE_END, BLOCK, paddingOf } from './tar.ts';
import { malformedArchive, readTarHeader } from './tar-entries.ts';

const cutShort = () => new ProviderError('invalid', 'The archive of the backup ends early.', { code: 'truncated' });

/**
 * Passes the archive of a backup through, and hashes its files on the way. Throws at the end, before the last bytes, unless each file is
 * as the manifest in it says; so a reader that comes to the end has a good one. Returns how much it was.
 */
export async function* verifiedArchive(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, VerifiedArchive> {
  const reader = new ByteReader(source);
  const files = new Map<string, FileFacts>();
  const manifest: Buffer[] = [];
  let total = 0;
  try {
    for (let header = await readTarHeader(reader); header !== null; header = await readTarHeader(reader)) {
      const { path, type, size } = header;
      yield header.bytes;
      if (path === MANIFEST && size > MANIFEST_MAX_BYTES) throw cutShort();
      const hash = createHash('sha256');
      let read = 0;
      for await (const piece of reader.pieces(size)) {
        read += piece.length;
        hash.update(piece);
        if (path === MANIFEST) manifest.push(piece);
        yield piece;
      }
      if (read < size) throw cutShort();
      const padding = paddingOf(size);
      if (padding > 0) {
        const zeros = await reader.read(padding);
        if (zeros.length < padding) throw cutShort();
        yield zeros;
      }
      if (type !== 'file') continue;
      files.set(path, { size, sha256: hash.digest('hex') });
      if (path !== MANIFEST) total += size;
    }
    // Also ends the stream below, whose own end is authenticated.
    for (let rest = await reader.read(BLOCK); rest.length > 0; rest = await reader.read(BLOCK)) {
      if (rest.some((byte) => byte !== 0)) throw malformedArchive();
    }
    verifyManifest(Buffer.concat(manifest), files);
    yield ARCHIVE_END;
    return { files: files.size - 1, bytes: total };
  } finally {
    await reader.close();
  }
}
