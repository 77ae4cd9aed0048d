import { createVerify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEvidenceSigner } from './evidence-signer.ts';

const SECRET = 'a secret of more than sixteen bytes';
const signed = (secret: string, ...pieces: readonly string[]): Buffer => {
  const signature = createEvidenceSigner(secret).begin();
  for (const piece of pieces) signature.update(piece);
  return signature.end();
};
const isValid = (text: string, signature: Buffer, publicKey: string): boolean =>
  createVerify('sha256').update(text).verify(publicKey, signature);

describe('evidence', () => {
  it('is signed in pieces, and verified as a whole', () => {
    const { publicKey } = createEvidenceSigner(SECRET);
    const signature = signed(SECRET, 'one ', 'two');
    expect(isValid('one two', signature, publicKey)).toBe(true);
    expect(isValid('one twо', signature, publicKey)).toBe(false);
  });

  it('has the same key after a restart, and another one for another secret', () => {
    const key = createEvidenceSigner(SECRET);
    expect(createEvidenceSigner(SECRET).publicKey).toBe(key.publicKey);
    const other = createEvidenceSigner(`${SECRET}.`);
    expect(other.fingerprint).not.toBe(key.fingerprint);
    expect(isValid('text', signed(SECRET, 'text'), other.publicKey)).toBe(false);
  });
});
