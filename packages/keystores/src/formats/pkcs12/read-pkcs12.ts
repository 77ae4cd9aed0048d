import { createHmac, timingSafeEqual } from 'node:crypto';
import { DerError, DerReader, explicitTag, identifierText, implicitTag, smallInteger, tags } from '@notafter/tls/x509';
import { arrange, contentsOf, failed, type NamedCertificate } from '../../arrange.ts';
import { type Contents, FileFault } from '../../reading.ts';
import { toDer } from '../ber.ts';
import { decrypt, deriveByAlgorithm, digestOf, readAlgorithm } from './decrypt.ts';
import { IterationBudget, type Secret, secretsOf } from './derive.ts';
import { type Bags, readBags } from './safe-bags.ts';

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const PBMAC1 = '1.2.840.113549.1.5.14';
const PFX_VERSION = 3;

const wrongPassword = (): FileFault => new FileFault('wrong_password', 'The password does not open this keystore.');
const passwordRequired = (): FileFault =>
  new FileFault('password_required', 'The keystore needs a password. Name a file or a variable that contains it.');
const unsupportedProtection = (): FileFault =>
  new FileFault('unsupported_encryption', 'The keystore is protected with a public key. Export it again with a password.');

/** Enters a ContentInfo and returns its type; `reader` is then at its content. */
const enterContent = (reader: DerReader): string => {
  reader.expect(tags.objectIdentifier);
  const type = identifierText(reader);
  reader.enter(explicitTag(0));
  return type;
};

/** Whether the MAC in `macData` fits `contents`: of RFC 7292 section 4, or PBMAC1 (RFC 9579). */
const fits = (macData: DerReader, contents: Buffer, secret: Secret, budget: IterationBudget): boolean => {
  const reader = new DerReader(macData.bytes, macData.at, macData.end);
  reader.expect(tags.sequence);
  const digestInfo = reader.inside();
  const { name, parameters } = readAlgorithm(digestInfo);
  digestInfo.expect(tags.octetString);
  const expected = digestInfo.contents();
  reader.expect(tags.octetString);
  const salt = reader.contents();
  let iterations = 1;
  if (reader.skipIf(tags.integer)) iterations = smallInteger(reader);
  let digest: string;
  let key: Buffer;
  if (name === PBMAC1) {
    parameters.enter(tags.sequence);
    key = deriveByAlgorithm(parameters, secret, budget, null);
    digest = digestOf(readAlgorithm(parameters).name);
  } else {
    digest = digestOf(name);
    const bytes = { sha1: 20, sha224: 28, sha256: 32, sha384: 48 }[digest] ?? 64;
    key = budget.pkcs12(secret, salt, iterations, bytes, digest, 3);
  }
  const actual = createHmac(digest, key).update(contents).digest();
  return actual.length === expected.length && timingSafeEqual(actual, expected);
};

/** Opens the parts of a keystore with one password, or with an empty one if there is none. */
class Opener {
  readonly #budget = new IterationBudget();
  readonly #isGiven: boolean;
  #secrets: readonly Secret[];

  constructor(password: string | null) {
    this.#isGiven = password !== null;
    this.#secrets = secretsOf(password ?? '');
  }

  /** Keeps the form of the password that fits the MAC. A keystore without any fitting one may still have plain certificates. */
  checkMac(macData: DerReader, contents: Buffer): void {
    this.#secrets = this.#secrets.filter((secret) => fits(macData, contents, secret, this.#budget));
    if (this.#secrets.length === 0 && this.#isGiven) throw wrongPassword();
  }

  /** Adds the bags of an EncryptedData (RFC 5652 section 8). */
  addEncrypted(reader: DerReader, bags: Bags): void {
    reader.enter(tags.sequence);
    reader.expect(tags.integer);
    reader.expect(tags.sequence);
    const info = reader.inside();
    info.expect(tags.objectIdentifier);
    const algorithmAt = info.at;
    info.expect(tags.sequence);
    const encrypted = encryptedOctets(info);
    for (const secret of this.#secrets) {
      const plain = decrypt(new DerReader(info.bytes, algorithmAt, info.end), encrypted, secret, this.#budget);
      if (plain !== null && this.#addPlain(plain, bags)) return;
    }
    throw this.#isGiven ? wrongPassword() : passwordRequired();
  }

  /** Without a MAC, a wrong password can also show as damaged contents. */
  #addPlain(plain: Buffer, bags: Bags): boolean {
    try {
      readBags(new DerReader(toDer(plain)), bags);
      return true;
    } catch (error) {
      if (error instanceof DerError) return false;
      throw error;
    }
  }
}

/** `[0] IMPLICIT OCTET STRING`, in one piece or in several. */
const encryptedOctets = (info: DerReader): Buffer => {
  if (info.skipIf(implicitTag(0))) return info.contents();
  info.expect(explicitTag(0));
  const pieces: Buffer[] = [];
  for (const list = info.inside(); list.more; ) {
    list.expect(tags.octetString);
    pieces.push(list.contents());
  }
  return Buffer.concat(pieces);
};

/** A key belongs to the certificate with its identifier, or a single one to the first certificate. */
const namedOf = ({ certificates, keys }: Bags): NamedCertificate[] => {
  const ids = new Map(keys.map(({ localKeyId, alias }) => [localKeyId, alias]));
  const [only] = keys;
  const isAlone = keys.length === 1 && !certificates.some(({ localKeyId }) => localKeyId !== null && ids.has(localKeyId));
  return certificates.map(({ certificate, alias, localKeyId, isTrusted }, index) => {
    const hasKey = isAlone ? index === 0 : localKeyId !== null && ids.has(localKeyId);
    const ofKey = isAlone ? only?.alias : ids.get(localKeyId);
    return { certificate, alias: alias ?? (hasKey ? (ofKey ?? null) : null), hasKey, isTrusted };
  });
};

/** Whether the bytes start like a PFX; certificates start with a SEQUENCE, PKCS #7 with an identifier. */
const startsPfx = (reader: DerReader): boolean => {
  reader.enter(tags.sequence);
  if (!reader.skipIf(tags.integer) || smallInteger(reader) !== PFX_VERSION) return false;
  return reader.peek === tags.sequence;
};

const readPfx = async (reader: DerReader, readPassword: () => Promise<string | null>): Promise<Contents> => {
  reader.expect(tags.sequence);
  const authSafe = reader.inside();
  if (enterContent(authSafe) !== DATA) throw unsupportedProtection();
  authSafe.expect(tags.octetString);
  const contents = authSafe.contents();
  const opener = new Opener(await readPassword());
  if (reader.more) {
    reader.expect(tags.sequence);
    opener.checkMac(reader.inside(), contents);
  }
  const bags: Bags = { certificates: [], keys: [], unreadable: 0 };
  const safes = new DerReader(toDer(contents));
  for (safes.enter(tags.sequence); safes.more; ) {
    safes.expect(tags.sequence);
    const safe = safes.inside();
    const type = enterContent(safe);
    if (type === ENCRYPTED_DATA) opener.addEncrypted(safe, bags);
    else if (type === DATA) {
      safe.expect(tags.octetString);
      readBags(new DerReader(toDer(safe.contents())), bags);
    } else throw unsupportedProtection();
  }
  return contentsOf('pkcs12', arrange(namedOf(bags)), bags.unreadable);
};

/**
 * Reads the certificates of a PKCS #12 file (RFC 7292); null if the bytes are something else. Verifies its MAC first, so that a wrong
 * password is known as one, and decrypts what contains certificates. Keys are in bags that stay encrypted.
 */
export const readPkcs12 = async (bytes: Buffer, readPassword: () => Promise<string | null>): Promise<Contents | null> => {
  try {
    const reader = new DerReader(toDer(bytes));
    return startsPfx(reader) ? await readPfx(reader, readPassword) : null;
  } catch (error) {
    if (error instanceof FileFault) return failed('pkcs12', error);
    if (!(error instanceof DerError)) throw error;
    return failed('pkcs12', new FileFault('broken', `The keystore is damaged. ${error.message}`));
  }
};
