import { createHash } from 'node:crypto';
import type { Certificate } from '@notafter/tls/x509';
import { contentsOf, entryOf, failed, readCertificate } from '../arrange.ts';
import { MAX_CERTIFICATES_PER_FILE } from '../limits.ts';
import { type Contents, FileFault, type FoundCertificate } from '../reading.ts';
import { skipJavaObject } from './java-object.ts';

const JKS = 0xfeedfeed;
const JCEKS = 0xcececece;
const KEY = 1;
const TRUSTED = 2;
const SECRET_KEY = 3;
const DIGEST_BYTES = 20;

/** Whether the bytes start like a Java keystore of type JKS or JCEKS. */
export const isJks = (bytes: Buffer): boolean => bytes.length >= 12 && (bytes.readUInt32BE(0) === JKS || bytes.readUInt32BE(0) === JCEKS);

class JksReader {
  readonly #bytes: Buffer;
  readonly #version: number;
  #at = 12;
  unreadable = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#version = bytes.readUInt32BE(4);
    if (this.#version !== 1 && this.#version !== 2) throw new FileFault('broken', 'The keystore has an unknown version.');
  }

  #skip(count: number): number {
    const from = this.#at;
    this.#at += count;
    if (this.#at > this.#bytes.length - DIGEST_BYTES) throw new FileFault('broken', 'The keystore is damaged. An entry is truncated.');
    return from;
  }

  #number(): number {
    return this.#bytes.readUInt32BE(this.#skip(4));
  }

  #text(): string {
    const length = this.#bytes.readUInt16BE(this.#skip(2));
    return this.#bytes.toString('utf8', this.#skip(length), this.#at);
  }

  #certificate(): Certificate[] {
    const type = this.#version === 2 ? this.#text() : 'X.509';
    const length = this.#number();
    const from = this.#skip(length);
    const certificate = type === 'X.509' ? readCertificate(this.#bytes.subarray(from, this.#at)) : null;
    if (certificate === null) this.unreadable += 1;
    return certificate === null ? [] : [certificate];
  }

  #chain(): Certificate[] {
    const chain: Certificate[] = [];
    for (let left = this.#number(); left > 0; left -= 1) chain.push(...this.#certificate());
    return chain;
  }

  entry(): FoundCertificate[] {
    const kind = this.#number();
    const alias = this.#text();
    // The time of its creation.
    this.#skip(8);
    if (kind === TRUSTED) return entryOf(alias, this.#certificate(), false, 'authority');
    if (kind === SECRET_KEY) {
      this.#at = skipJavaObject(this.#bytes, this.#at);
      return [];
    }
    if (kind !== KEY) throw new FileFault('broken', 'The keystore is damaged. An entry has an unknown kind.');
    this.#skip(this.#number());
    return entryOf(alias, this.#chain(), true);
  }
}

/** Whether the last bytes are the digest of the others with this password (sun.security.provider.JavaKeyStore). */
const hasDigest = (bytes: Buffer, password: string): boolean =>
  createHash('sha1')
    .update(Buffer.from(password, 'utf16le').swap16())
    .update('Mighty Aphrodite')
    .update(bytes.subarray(0, -DIGEST_BYTES))
    .digest()
    .equals(bytes.subarray(-DIGEST_BYTES));

/**
 * Reads the certificates of a JKS or JCEKS keystore, which are not encrypted: keys are skipped. With a password, its digest is
 * checked too; the certificates are returned all the same.
 */
export const readJks = async (bytes: Buffer, readPassword: () => Promise<string | null>): Promise<Contents> => {
  const certificates: FoundCertificate[] = [];
  try {
    const reader = new JksReader(bytes);
    for (let left = bytes.readUInt32BE(8); left > 0 && certificates.length <= MAX_CERTIFICATES_PER_FILE; left -= 1)
      certificates.push(...reader.entry());
    const password = await readPassword();
    if (password !== null && !hasDigest(bytes, password))
      throw new FileFault('wrong_password', 'The password does not fit this keystore, or the keystore was changed without it.');
    return contentsOf('jks', certificates, reader.unreadable);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return { ...failed('jks', error), certificates };
  }
};
