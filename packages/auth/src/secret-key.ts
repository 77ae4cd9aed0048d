import { hkdfSync } from 'node:crypto';

const MIN_BYTES = 16;

/** Derives a separate key for each use of SECRET_KEY, so that no use weakens another (RFC 5869). */
export const deriveKey = (secretKey: string | Uint8Array, use: string): Buffer => {
  const secret = Buffer.from(secretKey);
  if (secret.length < MIN_BYTES) throw new Error(`SECRET_KEY has ${secret.length} bytes; it needs at least ${MIN_BYTES}.`);
  return Buffer.from(hkdfSync('sha256', secret, '', `notafter/${use}`, 32));
};
