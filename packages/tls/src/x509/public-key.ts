import { createPublicKey, type KeyObject } from 'node:crypto';
import { DerError, DerReader, tags } from './der.ts';
import { identifierBytes, identifierKey, identifierText, isShortestInteger, smallInteger } from './der-values.ts';

/** The contents of a SubjectPublicKeyInfo, without creating a key. */
export interface PublicKeyFacts {
  /** `RSA`, `RSA-PSS`, `EC`, `Ed25519`, `Ed448`, `DSA`, `ML-DSA-65` ...; `unknown` if this program does not support it. */
  readonly type: string;
  /** Size in bits; the curve's for EC. Null if it has no meaning. */
  readonly bits: number | null;
  readonly curve: string | null;
  /** RSA's public exponent if it is small enough to be exact; null for other keys. */
  readonly exponent: number | null;
  /** RSA's number that is even although it must be odd; null if there is none, and for other keys. */
  readonly evenNumber: 'modulus' | 'exponent' | null;
}

const noRsa = { exponent: null, evenNumber: null } as const;

const fixed = new Map<string, PublicKeyFacts>(
  (
    [
      ['1.3.101.112', 'Ed25519', 256],
      ['1.3.101.113', 'Ed448', 456],
      ['1.3.101.110', 'X25519', 256],
      ['1.3.101.111', 'X448', 448],
      ['2.16.840.1.101.3.4.3.17', 'ML-DSA-44', null],
      ['2.16.840.1.101.3.4.3.18', 'ML-DSA-65', null],
      ['2.16.840.1.101.3.4.3.19', 'ML-DSA-87', null],
    ] as const
  ).map(([oid, type, bits]) => [identifierKey(oid), { type, bits, curve: null, ...noRsa }]),
);

const curves = new Map<string, PublicKeyFacts>(
  (
    [
      ['1.2.840.10045.3.1.7', 'P-256', 256],
      ['1.3.132.0.34', 'P-384', 384],
      ['1.3.132.0.35', 'P-521', 521],
      ['1.3.132.0.33', 'P-224', 224],
      ['1.2.840.10045.3.1.1', 'P-192', 192],
      ['1.3.132.0.10', 'secp256k1', 256],
      ['1.3.36.3.3.2.8.1.1.7', 'brainpoolP256r1', 256],
      ['1.3.36.3.3.2.8.1.1.11', 'brainpoolP384r1', 384],
      ['1.3.36.3.3.2.8.1.1.13', 'brainpoolP512r1', 512],
      ['1.2.156.10197.1.301', 'SM2', 256],
      ['1.3.132.0.8', 'secp160r1', 160],
    ] as const
  ).map(([oid, curve, bits]) => [identifierKey(oid), { type: 'EC', bits, curve, ...noRsa }]),
);

const RSA = identifierKey('1.2.840.113549.1.1.1');
const RSA_PSS = identifierKey('1.2.840.113549.1.1.10');
const EC = identifierKey('1.2.840.10045.2.1');
const DSA = identifierKey('1.2.840.10040.4.1');

/** Returns the size of the positive INTEGER read last, in bits. */
const integerBits = (reader: DerReader): number => {
  const { bytes, start, stop } = reader;
  let at = start;
  if ((bytes[at] ?? 0xff) > 0x7f || start === stop) throw new DerError('A key has a negative or empty number.');
  if (!isShortestInteger(reader)) throw new DerError('A number of a key is not in its shortest form.');
  while (at < stop && bytes[at] === 0) at += 1;
  return at === stop ? 0 : (stop - at - 1) * 8 + (32 - Math.clz32(bytes[at] ?? 0));
};

const isEven = ({ bytes, stop }: DerReader): boolean => ((bytes[stop - 1] ?? 0) & 1) === 0;

const rsaFacts = (reader: DerReader, type: string): PublicKeyFacts => {
  reader.enter(tags.sequence);
  reader.expect(tags.integer);
  const bits = integerBits(reader);
  const isModulusEven = isEven(reader);
  reader.expect(tags.integer);
  const exponent = smallInteger(reader);
  const evenNumber = isModulusEven ? 'modulus' : isEven(reader) ? 'exponent' : null;
  reader.finish();
  return { type, bits, curve: null, exponent: exponent === Number.MAX_SAFE_INTEGER ? null : exponent, evenNumber };
};

/** Compressed or uncompressed; any other first byte has to be rejected (RFC 5480 section 2.2). */
const checkPointForm = ({ peek: form }: DerReader): void => {
  if (form !== 2 && form !== 3 && form !== 4) throw new DerError('A curve point has an unknown form.');
};

const expectNothingMore = (algorithm: DerReader): void => {
  if (algorithm.more) throw new DerError('A key has unexpected parameters.');
};

/** RFC 3279 section 2.3.1. */
const expectNull = (algorithm: DerReader): void => {
  if (algorithm.peek !== tags.nothing) throw new DerError('An RSA key lacks its NULL parameters.');
  algorithm.next();
  expectNothingMore(algorithm);
};

/** Reads the SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7) with these bounds. */
export const readPublicKeyFacts = (bytes: Buffer, start: number, stop: number): PublicKeyFacts => {
  const reader = new DerReader(bytes, start, stop);
  reader.expect(tags.sequence);
  const algorithm = reader.inside();
  reader.expectWholeBytes();
  const key = reader.inside();
  reader.finish();
  algorithm.expect(tags.objectIdentifier);
  const kind = identifierBytes(algorithm);
  if (kind === RSA) expectNull(algorithm);
  if (kind === RSA || kind === RSA_PSS) return rsaFacts(key, kind === RSA ? 'RSA' : 'RSA-PSS');
  if (kind === EC) {
    checkPointForm(key);
    // Curves given by parameters instead of a name could be anything (RFC 5480 section 2.1.1).
    if (algorithm.next() !== tags.objectIdentifier) return { type: 'EC', bits: null, curve: null, ...noRsa };
    const curve = identifierBytes(algorithm);
    expectNothingMore(algorithm);
    return curves.get(curve) ?? { type: 'EC', bits: null, curve: identifierText(algorithm), ...noRsa };
  }
  if (kind === DSA) {
    const parameters = algorithm.more && algorithm.next() === tags.sequence ? algorithm.inside() : undefined;
    parameters?.expect(tags.integer);
    return { type: 'DSA', bits: parameters === undefined ? null : integerBits(parameters), curve: null, ...noRsa };
  }
  const known = fixed.get(kind);
  // RFC 8410 section 3, RFC 9881 section 2.
  if (known !== undefined) expectNothingMore(algorithm);
  return known ?? { type: 'unknown', bits: null, curve: null, ...noRsa };
};

/** Returns the contents of a SubjectPublicKeyInfo's BIT STRING, which OCSP and key identifiers hash. Throws DerError. */
export const publicKeyBits = (spki: Buffer): Buffer => {
  const reader = new DerReader(spki);
  reader.enter(tags.sequence);
  reader.expect(tags.sequence);
  reader.expectWholeBytes();
  return reader.contents();
};

/** The key in a form that Node accepts without internal exceptions, which cost more than the decoding. */
export const publicKeyPem = (spki: Buffer): string => `-----BEGIN PUBLIC KEY-----\n${spki.toString('base64')}\n-----END PUBLIC KEY-----\n`;

/** Returns the key; null if OpenSSL cannot create one. Costs some 12 us with `Error.stackTraceLimit = 0`, twice that without. */
export const importPublicKey = (spki: Buffer): KeyObject | null => {
  try {
    return createPublicKey(publicKeyPem(spki));
  } catch {
    return null;
  }
};
