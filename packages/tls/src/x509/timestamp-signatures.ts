import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import type { SctFact } from '@notafter/domain';
import type { Certificate } from './certificate.ts';
import { DerError } from './der.ts';
import { tbsAsLogged } from './logged-tbs.ts';
import type { ReadTimestamp } from './signed-timestamps.ts';

/** Version, log ID and timestamp. */
const HEAD_BYTES = 1 + 32 + 8;
/** HashAlgorithm sha256, with SignatureAlgorithm rsa and ecdsa (RFC 5246 section 7.4.1.4.1). */
const algorithms: ReadonlyMap<string, number> = new Map([
  ['rsa', 0x0401],
  ['ec', 0x0403],
]);
/** LogEntryType of a precertificate; 0 is that of a certificate. */
const PRECERTIFICATE = 1;

const opaque24 = (contents: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(contents.length);
  return Buffer.concat([length.subarray(1), contents]);
};

const entryOf = ({ by }: SctFact, leaf: Certificate, issuer: Certificate | undefined): Buffer | null => {
  const type = Buffer.alloc(2);
  if (by !== 'embedded') return Buffer.concat([type, opaque24(leaf.raw)]);
  if (issuer === undefined) return null;
  type.writeUInt16BE(PRECERTIFICATE);
  return Buffer.concat([type, hash('sha256', issuer.spki, 'buffer'), opaque24(tbsAsLogged(leaf))]);
};

/** A timestamp taken apart. */
export interface SignedLeaf {
  /**
   * The signed bytes (RFC 6962 section 3.2). They are also those of the MerkleTreeLeaf: its version and type are zero, like the
   * signature's.
   */
  readonly leaf: Buffer;
  /** CtExtensions, without their length. */
  readonly extensions: Buffer;
  /** A digitally-signed struct. */
  readonly signature: Buffer;
}

const signedLeaf = (sct: Buffer, entry: Buffer): SignedLeaf | null => {
  const signatureAt = HEAD_BYTES + 2 + sct.readUInt16BE(HEAD_BYTES);
  if (signatureAt + 4 > sct.length) return null;
  const leaf = Buffer.concat([Buffer.alloc(2), sct.subarray(1 + 32, HEAD_BYTES), entry, sct.subarray(HEAD_BYTES, signatureAt)]);
  return { leaf, extensions: sct.subarray(HEAD_BYTES + 2, signatureAt), signature: sct.subarray(signatureAt) };
};

/**
 * Returns the leaf that a timestamp of a certificate promises. Null for a malformed one, and for one in the certificate without its
 * issuer.
 */
export const readSignedLeaf = ({ fact, bytes }: ReadTimestamp, leaf: Certificate, issuer: Certificate | undefined): SignedLeaf | null => {
  try {
    const entry = entryOf(fact, leaf, issuer);
    return entry === null ? null : signedLeaf(bytes, entry);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return null;
  }
};

/** Whether the key made the timestamp's signature over this entry (RFC 6962 section 3.2). */
const isSigned = (sct: Buffer, entry: Buffer, key: KeyObject): boolean => {
  const read = signedLeaf(sct, entry);
  if (read === null || read.signature.readUInt16BE(0) !== algorithms.get(key.asymmetricKeyType ?? '')) return false;
  if (read.signature.length - 4 !== read.signature.readUInt16BE(2)) return false;
  return verify('sha256', read.leaf, key, read.signature.subarray(4));
};

export interface TimestampJudge {
  /** Returns the facts of timestamps with the results of their signatures, as far as the keys of their logs are known. */
  judge(timestamps: readonly ReadTimestamp[], leaf: Certificate, issuer: Certificate | undefined): readonly SctFact[];
}

/** Creates a judge by the keys of logs, each Base64 of SubjectPublicKeyInfo. Throws for an unreadable one when it is first used. */
export const createTimestampJudge = (keys: readonly string[]): TimestampJudge => {
  // The ID of a log is the hash of its key.
  const ders = new Map(keys.map((key) => Buffer.from(key, 'base64')).map((der) => [hash('sha256', der, 'base64'), der]));
  const known = new Map<string, KeyObject>();
  const keyOf = (log: string): KeyObject | undefined => {
    const der = ders.get(log);
    if (der === undefined) return undefined;
    const key = known.get(log) ?? createPublicKey({ key: der, format: 'der', type: 'spki' });
    known.set(log, key);
    return key;
  };
  const signatureOf = ({ fact, bytes }: ReadTimestamp, leaf: Certificate, issuer: Certificate | undefined): SctFact['signature'] => {
    const key = keyOf(fact.log);
    if (key === undefined) return undefined;
    try {
      const entry = entryOf(fact, leaf, issuer);
      if (entry === null) return undefined;
      return isSigned(bytes, entry, key) ? 'valid' : 'invalid';
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      return undefined;
    }
  };
  return {
    judge: (timestamps, leaf, issuer) =>
      timestamps.map((timestamp) => {
        const signature = signatureOf(timestamp, leaf, issuer);
        return signature === undefined ? timestamp.fact : { ...timestamp.fact, signature };
      }),
  };
};
