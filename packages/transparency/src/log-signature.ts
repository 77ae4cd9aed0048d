import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';

/** HashAlgorithm sha256, with SignatureAlgorithm rsa and ecdsa (RFC 5246 section 7.4.1.4.1), as RFC 6962 section 2.1.4 requires. */
const algorithms: ReadonlyMap<string, number> = new Map([
  ['rsa', 0x0401],
  ['ec', 0x0403],
]);

/** The key of a log. */
export interface LogKey {
  /** SHA-256 of the key. */
  readonly id: Buffer;
  readonly key: KeyObject;
}

/** Returns null for a key that is not RSA or EC, which logs must use. `spki` is Base64. */
export const readLogKey = (spki: string): LogKey | null => {
  const der = Buffer.from(spki, 'base64');
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return algorithms.has(key.asymmetricKeyType ?? '') ? { id: hash('sha256', der, 'buffer'), key } : null;
  } catch {
    return null;
  }
};

/** Returns whether `signature`, a digitally-signed struct (RFC 5246 section 4.7), is the key's over `signed`. Never throws. */
export const isSignedByLog = ({ key }: LogKey, signed: Buffer, signature: Buffer): boolean => {
  if (signature.length < 4 || signature.readUInt16BE(0) !== algorithms.get(key.asymmetricKeyType ?? '')) return false;
  if (signature.readUInt16BE(2) !== signature.length - 4) return false;
  try {
    return verify('sha256', signed, key, signature.subarray(4));
  } catch {
    return false;
  }
};

/** Returns the bytes that a tree head's signature covers (RFC 6962 section 3.5). */
export const treeHeadInput = (size: number, root: Buffer, signedAt: number): Buffer => {
  // Version v1, and SignatureType tree_hash.
  const input = Buffer.alloc(2 + 8 + 8);
  input[1] = 1;
  input.writeBigUInt64BE(BigInt(signedAt), 2);
  input.writeBigUInt64BE(BigInt(size), 10);
  return Buffer.concat([input, root]);
};
