import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, digestBytes, emptyHash, expandLabel, hmac, octetsOf } from './key-derivation.ts';

const octets = (maxLength: number) => fc.uint8Array({ maxLength }).map((bytes) => octetsOf(Buffer.from(bytes)));

describe('HMAC', () => {
  it("matches Node's, for keys shorter and longer than the previous one and than the block", () => {
    const question = fc.record({ digest: fc.constantFrom('sha256' as const, 'sha384' as const), key: octets(200), text: octets(512) });
    fc.assert(
      fc.property(fc.array(question, { minLength: 2, maxLength: 6 }), (questions) => {
        for (const { digest, key, text } of questions) {
          expect(hmac(digest, key, text)).toBe(octetsOf(createHmac(digest, bytesOf(key)).update(bytesOf(text)).digest()));
        }
      }),
    );
  });
  it('refuses a text beyond its capacity', () => {
    expect(() => hmac('sha256', 'key', 'x'.repeat(513))).toThrow(RangeError);
  });
});

it('the start of the key schedule matches RFC 8448 section 3', () => {
  const zeros = '\0'.repeat(digestBytes('sha256'));
  const early = hmac('sha256', zeros, zeros);
  expect(bytesOf(early).toString('hex')).toBe('33ad0a1c607ec03b09e6cd9893680ce210adf300aa1f2660e1b22e10f170f92a');
  const derived = expandLabel('sha256', early, 'derived', digestBytes('sha256'), emptyHash.sha256);
  expect(bytesOf(derived).toString('hex')).toBe('6f2615a108c702c5678f54fc9dbab69716c076189c48250cebeac3576c3611ba');
});
