import { constants, type KeyObject, verify } from 'node:crypto';
import type { KeyFamily, SignatureAlgorithm } from './algorithms.ts';

const families: Readonly<Record<string, KeyFamily>> = {
  rsa: 'rsa',
  'rsa-pss': 'rsa',
  ec: 'ec',
  dsa: 'dsa',
  ed25519: 'eddsa',
  ed448: 'eddsa',
  'ml-dsa-44': 'ml-dsa',
  'ml-dsa-65': 'ml-dsa',
  'ml-dsa-87': 'ml-dsa',
};

/** Returns whether `key` made `signature` over `data`; false for a key or algorithm of the wrong type. Never throws. */
export const isSignedWith = (algorithm: SignatureAlgorithm, data: Buffer, signature: Buffer, key: KeyObject): boolean => {
  const { family, digest, saltLength } = algorithm;
  const type = key.asymmetricKeyType ?? '';
  if (family === null || families[type] !== family) return false;
  // An RSASSA-PSS key cannot sign any other way (RFC 4055 section 1.2).
  if (type === 'rsa-pss' && saltLength === null) return false;
  if (family === 'eddsa' && type !== algorithm.name.toLowerCase()) return false;
  if (family === 'ml-dsa' && type !== algorithm.name.toLowerCase()) return false;
  try {
    if (saltLength === null) return verify(digest, data, key, signature);
    return verify(digest, data, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
  } catch {
    return false;
  }
};
