import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createGunzip, createGzip } from 'node:zlib';
import { ProviderError } from '@notafter/domain';
import { z } from 'zod';
import { ByteReader } from '../archives/byte-reader.ts';
import { type FileFacts, MANIFEST, writeManifest } from '../archives/manifest.ts';
import { ARCHIVE_END, paddingOf, tarEntry } from '../archives/tar.ts';
import { malformedArchive, readTarHeader } from '../archives/tar-entries.ts';
import { verifiedArchive } from '../archives/verified-archive.ts';
import { decrypt, type Envelope, encrypt } from '../backups/envelope.ts';
import { through } from '../backups/through.ts';

/** Larger contents are several entries, because the size of an entry comes before it. */
export const ENTRY_MAX_BYTES = 8 * 1024 * 1024;

/** A file of the archive. */
export interface ArchiveEntry {
  readonly path: string;
  readonly bytes: Buffer;
}

interface PassphraseHeader {
  readonly salt: string;
  /** Of the second half of the derived bytes; it distinguishes a wrong passphrase from a damaged file. */
  readonly check: string;
}

const envelope: Envelope<PassphraseHeader> = {
  magic: 'notafter-installation 1\n',
  header: z.object({ salt: z.base64(), check: z.base64() }),
};
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const FILE_MODE = 0o600;
/** 128 MiB and about half a second per guess (OWASP's first choice for scrypt). */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const derive = (passphrase: string, salt: Buffer): Promise<{ readonly key: Buffer; readonly check: Buffer }> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 64, SCRYPT, (error, bytes) => {
      if (error !== null) reject(error);
      else resolve({ key: bytes.subarray(0, 32), check: sha256(bytes.subarray(32)) });
    });
  });

async function* archiveOf(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  const files = new Map<string, FileFacts>();
  for await (const { path, bytes } of entries) {
    yield tarEntry(path, '0', FILE_MODE, 0, bytes);
    files.set(path, { size: bytes.length, sha256: sha256(bytes).toString('hex') });
  }
  yield tarEntry(MANIFEST, '0', FILE_MODE, 0, writeManifest(files));
  yield ARCHIVE_END;
}

/**
 * The entries as a compressed tar archive, with a manifest of their SHA-256 as its last file. With a passphrase, it is encrypted with a
 * key that scrypt derives from it. No entry may exceed `ENTRY_MAX_BYTES`.
 */
export async function* packInstallation(entries: AsyncIterable<ArchiveEntry>, passphrase: string | null): AsyncGenerator<Uint8Array> {
  const archive = through(archiveOf(entries), createGzip({ level: 1 }));
  if (passphrase === null) return yield* archive;
  const salt = randomBytes(32);
  const { key, check } = await derive(passphrase, salt);
  yield* encrypt(envelope, archive, { salt: salt.toString('base64'), check: check.toString('base64') }, key);
}

const opened = async (header: PassphraseHeader, passphrase: string): Promise<Buffer> => {
  const { key, check } = await derive(passphrase, Buffer.from(header.salt, 'base64'));
  const stated = Buffer.from(header.check, 'base64');
  if (stated.length === check.length && timingSafeEqual(stated, check)) return key;
  throw new ProviderError('invalid', 'The passphrase is wrong, or the beginning of the file was changed.', { code: 'passphrase' });
};

/** The archive in the file, decrypted if it is encrypted. */
async function* clearArchive(stored: AsyncIterable<Uint8Array>, passphrase: string | null): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(stored);
  const first = await reader.read(GZIP_MAGIC.length);
  const whole = (async function* () {
    yield first;
    for (let piece = await reader.read(256 * 1024); piece.length > 0; piece = await reader.read(256 * 1024)) yield piece;
  })();
  try {
    if (first.equals(GZIP_MAGIC)) yield* whole;
    else if (passphrase === null && first.toString() === envelope.magic.slice(0, first.length) && first.length > 0) {
      throw new ProviderError('invalid', 'The backup is encrypted. Give its passphrase.', { code: 'passphrase' });
    } else yield* decrypt(envelope, whole, (header) => opened(header, passphrase ?? ''));
  } finally {
    await reader.close();
  }
}

const isZlibError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

/**
 * The entries of a file that `packInstallation` made, in their order. The first entries come before the rest of the file is verified: read
 * to the end before acting on any. Throws `ProviderError` with code `passphrase`, `damaged` or `truncated`.
 */
export async function* openInstallation(stored: AsyncIterable<Uint8Array>, passphrase: string | null): AsyncGenerator<ArchiveEntry> {
  const reader = new ByteReader(verifiedArchive(through(clearArchive(stored, passphrase), createGunzip())));
  try {
    for (let header = await readTarHeader(reader); header !== null; header = await readTarHeader(reader)) {
      const { path, type, size } = header;
      if (path === MANIFEST) for await (const _piece of reader.pieces(size));
      else {
        if (type !== 'file' || size > ENTRY_MAX_BYTES) throw malformedArchive();
        yield { path, bytes: await reader.read(size) };
      }
      await reader.read(paddingOf(size));
    }
    // The check of the manifest comes at the end.
    while ((await reader.read(64 * 1024)).length > 0);
  } catch (error) {
    if (!isZlibError(error)) throw error;
    const message = error.code === 'Z_BUF_ERROR' ? 'The backup ends early: it was cut short.' : 'The backup was changed or cut short.';
    throw new ProviderError('invalid', message, { code: error.code === 'Z_BUF_ERROR' ? 'truncated' : 'damaged', cause: error });
  } finally {
    await reader.close();
  }
}
