import { DerError, DerReader, tags } from './der.ts';
import { identifierBytes, identifierKey, identifierText, smallInteger } from './der-values.ts';

export type KeyFamily = 'rsa' | 'ec' | 'dsa' | 'eddsa' | 'ml-dsa';

/** The signature algorithm of a certificate, CRL or OCSP response. */
export interface SignatureAlgorithm {
  /** OpenSSL's name, e.g. `sha256WithRSAEncryption`; the dotted identifier if it has none. */
  readonly name: string;
  /** Null if this program does not support it. */
  readonly family: KeyFamily | null;
  /** The digest's name in node:crypto; null if the algorithm includes its own. */
  readonly digest: string | null;
  /** RSASSA-PSS: the salt's length; otherwise null. */
  readonly saltLength: number | null;
  /** MD2, MD4, MD5 or SHA-1: forged in practice (RFC 6151, RFC 6194, BR 7.1.3.2). */
  readonly weak: boolean;
}

type Row = readonly [oid: string, name: string, family: KeyFamily | null, digest: string | null, weak?: boolean];

const rows: readonly Row[] = [
  ['1.2.840.113549.1.1.11', 'sha256WithRSAEncryption', 'rsa', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384WithRSAEncryption', 'rsa', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512WithRSAEncryption', 'rsa', 'sha512'],
  ['1.2.840.113549.1.1.14', 'sha224WithRSAEncryption', 'rsa', 'sha224'],
  ['1.2.840.10045.4.3.2', 'ecdsa-with-SHA256', 'ec', 'sha256'],
  ['1.2.840.10045.4.3.3', 'ecdsa-with-SHA384', 'ec', 'sha384'],
  ['1.2.840.10045.4.3.4', 'ecdsa-with-SHA512', 'ec', 'sha512'],
  ['1.2.840.10045.4.3.1', 'ecdsa-with-SHA224', 'ec', 'sha224'],
  ['1.3.101.112', 'ED25519', 'eddsa', null],
  ['1.3.101.113', 'ED448', 'eddsa', null],
  ['2.16.840.1.101.3.4.3.17', 'ML-DSA-44', 'ml-dsa', null],
  ['2.16.840.1.101.3.4.3.18', 'ML-DSA-65', 'ml-dsa', null],
  ['2.16.840.1.101.3.4.3.19', 'ML-DSA-87', 'ml-dsa', null],
  ['2.16.840.1.101.3.4.3.2', 'dsa_with_SHA256', 'dsa', 'sha256'],
  ['1.2.840.113549.1.1.5', 'sha1WithRSAEncryption', 'rsa', 'sha1', true],
  ['1.3.14.3.2.29', 'sha1WithRSA', 'rsa', 'sha1', true],
  ['1.2.840.113549.1.1.4', 'md5WithRSAEncryption', 'rsa', 'md5', true],
  ['1.2.840.113549.1.1.3', 'md4WithRSAEncryption', null, null, true],
  ['1.2.840.113549.1.1.2', 'md2WithRSAEncryption', null, null, true],
  ['1.2.840.10045.4.1', 'ecdsa-with-SHA1', 'ec', 'sha1', true],
  ['1.2.840.10040.4.3', 'dsaWithSHA1', 'dsa', 'sha1', true],
];

const plain = new Map<string, SignatureAlgorithm>(
  rows.map(([oid, name, family, digest, weak = false]) => [identifierKey(oid), { name, family, digest, saltLength: null, weak }]),
);

const PSS = identifierKey('1.2.840.113549.1.1.10');
const MGF1 = '1.2.840.113549.1.1.8';
const digests = new Map([
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
]);

/** Returns a hash's name from the AlgorithmIdentifier read last; undefined if unknown. */
export const readDigest = (reader: DerReader): string | undefined => {
  const inner = reader.inside();
  inner.expect(tags.objectIdentifier);
  return digests.get(identifierText(inner));
};

/** RSASSA-PSS-params (RFC 4055 section 3.1); the defaults are SHA-1 and 20 bytes of salt. MGF1 must use the same hash. */
const readPss = (reader: DerReader): SignatureAlgorithm => {
  let digest: string | undefined = 'sha1';
  let maskDigest: string | undefined = 'sha1';
  let saltLength = 20;
  if (reader.more) {
    reader.enter(tags.sequence);
    if (reader.skipIf(0xa0)) {
      const inner = reader.inside();
      inner.expect(tags.sequence);
      digest = readDigest(inner);
    }
    if (reader.skipIf(0xa1)) {
      const inner = reader.inside();
      inner.enter(tags.sequence);
      inner.expect(tags.objectIdentifier);
      if (identifierText(inner) !== MGF1) throw new DerError('RSASSA-PSS has an unknown mask generation function.');
      inner.expect(tags.sequence);
      maskDigest = readDigest(inner);
    }
    if (reader.skipIf(0xa2)) {
      const inner = reader.inside();
      inner.expect(tags.integer);
      saltLength = smallInteger(inner);
    }
    if (reader.skipIf(0xa3)) {
      const inner = reader.inside();
      inner.expect(tags.integer);
      if (smallInteger(inner) !== 1) throw new DerError('RSASSA-PSS has an unknown trailer.');
    }
    reader.finish();
  }
  const usable = digest !== undefined && digest === maskDigest && saltLength <= 512;
  return { name: 'rsassaPss', family: usable ? 'rsa' : null, digest: digest ?? null, saltLength, weak: digest === 'sha1' };
};

/** Reads the AlgorithmIdentifier of a signature with these bounds. */
export const readSignatureAlgorithm = (bytes: Buffer, start: number, stop: number): SignatureAlgorithm => {
  const reader = new DerReader(bytes, start, stop);
  reader.expect(tags.objectIdentifier);
  const key = identifierBytes(reader);
  if (key === PSS) return readPss(reader);
  const known = plain.get(key);
  // RSA has NULL parameters, all others have none (RFC 5758 section 3.2, RFC 8410 section 3); both are tolerated.
  if (known !== undefined && reader.more) {
    if (reader.next() !== tags.nothing || reader.stop !== reader.start) {
      throw new DerError('A signature algorithm has unexpected parameters.');
    }
    reader.finish();
  }
  return known ?? { name: identifierText(reader), family: null, digest: null, saltLength: null, weak: false };
};
