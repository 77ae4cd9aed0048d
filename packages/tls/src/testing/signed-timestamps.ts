import { createHash, createPublicKey, sign, X509Certificate } from 'node:crypto';
import { octetString } from './der.ts';
import { extension, type Issued, type KeyKind, keyPair } from './issue.ts';

export interface Timestamp {
  /** Base64. */
  readonly log: string;
  /** ISO 8601. */
  readonly at: string;
  /** A `digitally-signed` element; absent: one that nobody made. */
  readonly signature?: Buffer;
}

const withLength = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

const instantBytes = (at: string): Buffer => {
  const instant = Buffer.alloc(8);
  instant.writeBigUInt64BE(BigInt(Date.parse(at)));
  return instant;
};

/** A SignedCertificateTimestampList (RFC 6962 section 3.3). */
export const timestampList = (timestamps: readonly Timestamp[]): Buffer =>
  withLength(
    Buffer.concat(
      timestamps.map(({ log, at, signature = Buffer.concat([Buffer.from([4, 3]), withLength(Buffer.alloc(8))]) }) =>
        withLength(Buffer.concat([Buffer.from([0]), Buffer.from(log, 'base64'), instantBytes(at), Buffer.alloc(2), signature])),
      ),
    ),
  );

/** The extension of a certificate that contains them. */
export const signedTimestamps = (timestamps: readonly Timestamp[]): Buffer =>
  extension('1.3.6.1.4.1.11129.2.4.2', octetString(timestampList(timestamps)));

/** A log that signs what it is given. */
export interface TestLog {
  /** Base64 of its SubjectPublicKeyInfo. */
  readonly key: string;
  /** For a certificate as it is, sent in the handshake or in an OCSP response. */
  signCertificate(issued: Issued, at: string): Timestamp;
  /** For the extension of a certificate that is issued like `bare`, which has none. */
  signPrecertificate(bare: Issued, issuer: Issued, at: string): Timestamp;
}

const derOf = ({ pem }: Issued): Buffer => new X509Certificate(pem).raw;

/** The first element of a certificate, TBSCertificate, with its tag: it is longer than 255 bytes and shorter than 65,536. */
const tbsOf = (issued: Issued): Buffer => {
  const der = derOf(issued);
  return der.subarray(4, 8 + der.readUInt16BE(6));
};

const with24Bits = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length.subarray(1), bytes]);
};

export const createTestLog = (kind: KeyKind, seed: string): TestLog => {
  const { privateKey } = keyPair(kind, seed);
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const log = createHash('sha256').update(spki).digest('base64');
  const algorithm = Buffer.from([4, kind.startsWith('RSA') ? 1 : 3]);
  const stamp = (at: string, entry: Buffer): Timestamp => {
    const signed = Buffer.concat([Buffer.from([0, 0]), instantBytes(at), entry, Buffer.from([0, 0])]);
    return { log, at, signature: Buffer.concat([algorithm, withLength(sign('sha256', signed, privateKey))]) };
  };
  return {
    key: spki.toString('base64'),
    signCertificate: (issued, at) => stamp(at, Buffer.concat([Buffer.from([0, 0]), with24Bits(derOf(issued))])),
    signPrecertificate: (bare, issuer, at) => {
      const issuerKey = new X509Certificate(issuer.pem).publicKey.export({ type: 'spki', format: 'der' });
      const hash = createHash('sha256').update(issuerKey).digest();
      return stamp(at, Buffer.concat([Buffer.from([0, 1]), hash, with24Bits(tbsOf(bare))]));
    },
  };
};
