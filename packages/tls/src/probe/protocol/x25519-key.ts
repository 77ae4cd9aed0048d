import { createPublicKey, KeyObject } from 'node:crypto';
import { publicKeyPem } from '../../x509/public-key.ts';

export const X25519_BYTES = 32;

/** SubjectPublicKeyInfo of an X25519 key (RFC 8410), whose end is the key. */
const info = Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), Buffer.alloc(X25519_BYTES)]);

export const fromInfo = (value: Buffer): KeyObject => {
  value.copy(info, info.length - X25519_BYTES);
  return createPublicKey(publicKeyPem(info));
};

/** The same for a quarter of the price; null where Node does not know the format, as early releases of Node 24; its types do not know it yet. */
export const fromRaw = (value: Buffer): KeyObject | null => {
  try {
    const key: unknown = Reflect.apply(createPublicKey, undefined, [{ key: value, format: 'raw-public', asymmetricKeyType: 'x25519' }]);
    return key instanceof KeyObject ? key : null;
  } catch {
    return null;
  }
};

let isRawKnown = true;

/** The key of 32 bytes, in the cheapest way that this Node has. */
export const importX25519 = (value: Buffer): KeyObject => {
  const key = isRawKnown ? fromRaw(value) : null;
  isRawKnown = key !== null;
  return key ?? fromInfo(value);
};
