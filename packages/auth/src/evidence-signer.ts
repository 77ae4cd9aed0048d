import { createECDH, createHash, createPrivateKey, createPublicKey, createSign } from 'node:crypto';
import { deriveKey } from './secret-key.ts';

/** The order of P-256 (FIPS 186-5, SP 800-186). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Signs a text in pieces. */
export interface EvidenceSignature {
  update(piece: string): void;
  /** ECDSA with SHA-256 over all of it, as `openssl dgst -sha256 -verify` takes it. */
  end(): Buffer;
}

export interface EvidenceSigner {
  /** SubjectPublicKeyInfo in PEM: the same for as long as SECRET_KEY is. */
  readonly publicKey: string;
  /** SHA-256 of the key's DER, lower-case hex. */
  readonly fingerprint: string;
  begin(): EvidenceSignature;
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url');

/** A P-256 key from SECRET_KEY, so that no row stores one. */
export const createEvidenceSigner = (secretKey: string | Uint8Array): EvidenceSigner => {
  // Two derivations give 512 bits: reduced, they are as good as evenly spread (FIPS 186-5, A.2.1).
  const wide = BigInt(`0x${deriveKey(secretKey, 'evidence').toString('hex')}${deriveKey(secretKey, 'evidence-2').toString('hex')}`);
  const scalar = Buffer.from(((wide % (ORDER - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const jwk = { kty: 'EC', crv: 'P-256', d: base64url(scalar), x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const shown = createPublicKey(key);
  return {
    publicKey: shown.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256')
      .update(shown.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
    begin: () => {
      const signing = createSign('sha256');
      return { update: (piece) => void signing.update(piece), end: () => signing.sign(key) };
    },
  };
};
