import { diffieHellman, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { fromInfo, fromRaw, importX25519, X25519_BYTES } from './x25519-key.ts';

it('an X25519 value is the same key in both forms', () => {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const value = publicKey.export({ type: 'spki', format: 'der' }).subarray(-X25519_BYTES);
  const own = generateKeyPairSync('x25519');
  const secret = diffieHellman({ privateKey, publicKey: own.publicKey });
  for (const read of [fromInfo, importX25519])
    expect(diffieHellman({ privateKey: own.privateKey, publicKey: read(value) })).toEqual(secret);
});

it('the pinned Node version accepts the raw value', () => {
  expect(fromRaw(Buffer.alloc(X25519_BYTES, 9))?.asymmetricKeyType).toBe('x25519');
});
