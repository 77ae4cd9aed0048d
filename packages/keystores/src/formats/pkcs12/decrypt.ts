import { createDecipheriv } from 'node:crypto';
import { DerReader, identifierText, smallInteger, tags } from '@notafter/tls/x509';
import { FileFault } from '../../reading.ts';
import type { IterationBudget, Secret } from './derive.ts';
import { decryptRc2 } from './rc2.ts';

const unsupported = (what: string): FileFault =>
  new FileFault('unsupported_encryption', `The keystore uses ${what}, which is not supported. Export it again with AES-256.`);

/** One AlgorithmIdentifier: its dotted name and a reader of its parameters. */
export const readAlgorithm = (reader: DerReader): { readonly name: string; readonly parameters: DerReader } => {
  reader.expect(tags.sequence);
  const parameters = reader.inside();
  parameters.expect(tags.objectIdentifier);
  return { name: identifierText(parameters), parameters };
};

const digests = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  // HMACs with them (RFC 8018 appendix B.1.2).
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);

/** Returns Node's name of a digest, or of the one in an HMAC. Throws FileFault for others. */
export const digestOf = (name: string): string => {
  const digest = digests.get(name);
  if (digest === undefined) throw unsupported(`the digest ${name}`);
  return digest;
};

/** Ciphers of PBES2 with the bytes of their keys. */
const ciphers = new Map([
  ['2.16.840.1.101.3.4.1.2', { cipher: 'aes-128-cbc', keyBytes: 16 }],
  ['2.16.840.1.101.3.4.1.22', { cipher: 'aes-192-cbc', keyBytes: 24 }],
  ['2.16.840.1.101.3.4.1.42', { cipher: 'aes-256-cbc', keyBytes: 32 }],
  ['1.2.840.113549.3.7', { cipher: 'des-ede3-cbc', keyBytes: 24 }],
]);

/** The older schemes, all with SHA-1 (RFC 7292 appendix C). */
const oldSchemes = new Map([
  ['1.2.840.113549.1.12.1.3', { cipher: 'des-ede3-cbc', keyBytes: 24 }],
  ['1.2.840.113549.1.12.1.4', { cipher: 'des-ede3-cbc', keyBytes: 16 }],
  ['1.2.840.113549.1.12.1.5', { cipher: 'rc2', keyBytes: 16 }],
  ['1.2.840.113549.1.12.1.6', { cipher: 'rc2', keyBytes: 5 }],
]);

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const HMAC_SHA1 = '1.2.840.113549.2.7';

const octets = (reader: DerReader): Buffer => {
  reader.expect(tags.octetString);
  return reader.contents();
};
const count = (reader: DerReader): number => {
  reader.expect(tags.integer);
  return smallInteger(reader);
};

/** Derives a key by a KeyDerivationFunc, which must be PBKDF2. */
export const deriveByAlgorithm = (reader: DerReader, secret: Secret, budget: IterationBudget, keyBytes: number | null): Buffer => {
  const { name, parameters } = readAlgorithm(reader);
  if (name !== PBKDF2) throw unsupported(`the key derivation ${name}`);
  parameters.enter(tags.sequence);
  const salt = octets(parameters);
  const iterations = count(parameters);
  const written = parameters.peek === tags.integer ? count(parameters) : null;
  const digest = digestOf(parameters.more ? readAlgorithm(parameters).name : HMAC_SHA1);
  const bytes = keyBytes ?? written ?? 0;
  if (bytes < 1 || bytes > 128) throw unsupported('an unusual key size');
  return budget.pbkdf2(secret, salt, iterations, bytes, digest);
};

/** Returns null if the padding is wrong, as after a wrong password. */
const decipher = (cipher: string, key: Buffer, iv: Buffer, encrypted: Buffer): Buffer | null => {
  if (cipher === 'rc2') {
    const plain = decryptRc2(key, iv, encrypted);
    const padding = plain.at(-1) ?? 0;
    const isPadded =
      encrypted.length % 8 === 0 && padding >= 1 && padding <= 8 && plain.subarray(-padding).every((byte) => byte === padding);
    return isPadded ? plain.subarray(0, plain.length - padding) : null;
  }
  // Two keys: the first is also the third.
  const fullKey = cipher === 'des-ede3-cbc' && key.length === 16 ? Buffer.concat([key, key.subarray(0, 8)]) : key;
  try {
    const decrypting = createDecipheriv(cipher, fullKey, iv);
    return Buffer.concat([decrypting.update(encrypted), decrypting.final()]);
  } catch {
    return null;
  }
};

/**
 * Decrypts by the AlgorithmIdentifier that `reader` is at: PBES2 with PBKDF2, or the older schemes with 3DES and RC2. Returns null
 * if the password is wrong. Throws FileFault for other algorithms, DerError for malformed ones.
 */
export const decrypt = (reader: DerReader, encrypted: Buffer, secret: Secret, budget: IterationBudget): Buffer | null => {
  const { name, parameters } = readAlgorithm(reader);
  parameters.enter(tags.sequence);
  if (name === PBES2) {
    const kdfAt = parameters.at;
    parameters.expect(tags.sequence);
    const encryption = readAlgorithm(parameters);
    const chosen = ciphers.get(encryption.name);
    if (chosen === undefined) throw unsupported(`the cipher ${encryption.name}`);
    const key = deriveByAlgorithm(new DerReader(parameters.bytes, kdfAt, parameters.end), secret, budget, chosen.keyBytes);
    return decipher(chosen.cipher, key, octets(encryption.parameters), encrypted);
  }
  const chosen = oldSchemes.get(name);
  if (chosen === undefined) throw unsupported(`the encryption ${name}`);
  const salt = octets(parameters);
  const iterations = count(parameters);
  const key = budget.pkcs12(secret, salt, iterations, chosen.keyBytes, 'sha1', 1);
  return decipher(chosen.cipher, key, budget.pkcs12(secret, salt, iterations, 8, 'sha1', 2), encrypted);
};
