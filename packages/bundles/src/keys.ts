import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

export type Curve = 'Ed25519' | 'X25519';

export interface KeyPair {
  readonly privateKey: KeyObject;
  /** The raw public key, 32 bytes in Base64url. */
  readonly publicKey: string;
}

/** The beginning of a PKCS #8 key of these curves (RFC 8410 section 7); the 32 bytes of the key follow. */
const pkcs8Heads = { Ed25519: '302e020100300506032b657004220420', X25519: '302e020100300506032b656e04220420' } as const;

const rawPublicKey = (key: KeyObject): string => {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('The key has no public part.');
  return x;
};

/** Returns a public key from its 32 bytes in Base64url. Throws for anything else. */
export const publicKeyOf = (curve: Curve, x: string): KeyObject => createPublicKey({ key: { kty: 'OKP', crv: curve, x }, format: 'jwk' });

/** Returns a private key from PEM (PKCS #8). */
export const privateKeyOf = (pem: string): KeyPair => {
  const privateKey = createPrivateKey(pem);
  return { privateKey, publicKey: rawPublicKey(privateKey) };
};

const pairFrom = (curve: Curve, seed: Buffer): KeyPair => {
  const der = Buffer.concat([Buffer.from(pkcs8Heads[curve], 'hex'), seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: rawPublicKey(privateKey) };
};

/** The pair of a seed of 32 bytes: any seed is a key of these curves (RFC 8032, RFC 7748). */
export const signingPairFrom = (seed: Buffer): KeyPair => pairFrom('Ed25519', seed);
export const sealingPairFrom = (seed: Buffer): KeyPair => pairFrom('X25519', seed);

/** Creates a collector's signing key, with its PEM for the disk. */
export const createKeyPair = (): KeyPair & { readonly pem: string } => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: rawPublicKey(privateKey), pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() };
};
