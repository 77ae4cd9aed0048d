import { createPublicKey, KeyObject } from 'node:crypto';
import { publicKeyPem } from '../../x509/public-key.ts';

export const X25519_BYTES = 32;

/** Prefix of the SubjectPublicKeyInfo of an X25519 key (RFC 8410); the key follows. */
const info = Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), Buffer.alloc(X25519_BYTES)]);

export const fromInfo = (value: Buffer): KeyObject => {
  value.copy(info, info.length - X25519_BYTES);
  return createPublicKey(publicKeyPem(info));
};

/** The same for a quarter of the cost; null if Node does not know the format, as in early releases of Node 24. */
export const fromRaw = (value: Buffer): KeyObject | null => {
  try {
    const key: unknown = Reflect.apply(createPublicKey, undefined, [{ key: value, format: 'raw-public', asymmetricKeyType: 'x25519' }]);
    return key instanceof KeyObject ? key : null;
  } catch {
    return null;
  }
};

let isRawKnown = true;

/** Creates the key from 32 bytes, in the cheapest way that this version of Node supports. */
export const importX25519 = (value: Buffer): KeyObject => {
  const key = isRawKnown ? fromRaw(value) : null;
  isRawKnown = key !== null;
  return key ?? fromInfo(value);
};
