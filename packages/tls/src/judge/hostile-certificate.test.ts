import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAuthority } from '../testing/index.ts';
import { factsOf } from '../x509/certificate-facts.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createTrustStore } from './trust-store.ts';
import { createChainJudge } from './verify-chain.ts';

const authority = createAuthority();
const judge = createChainJudge(createTrustStore({ extraCaPem: authority.root.pem }));
const [original = Buffer.alloc(0)] = pemBlocks(authority.issue(['a.test', '*.b.test', '192.0.2.1']).pem);
const [intermediate = Buffer.alloc(0)] = pemBlocks(authority.intermediate.pem);

const changes = fc.array(fc.tuple(fc.nat({ max: original.length - 1 }), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 });

it('never throws for a certificate with changed bytes, and never trusts it', () => {
  let readable = 0;
  fc.assert(
    fc.property(changes, (edits) => {
      const bytes = Buffer.from(original);
      for (const [at, value] of edits) bytes[at] = value;
      if (bytes.equals(original)) return;
      const chain = judge.readChain([bytes, intermediate]);
      if (chain === undefined) throw new Error('no chain');
      if (chain[0].unreadable === null) readable += 1;
      const facts = factsOf(chain[0]);
      for (const text of [facts.subject, facts.issuer, facts.serialNumber, facts.keyType, ...facts.san]) {
        expect(text).not.toMatch(/[\p{Cc}\u202E]/u);
      }
      expect(Number.isNaN(facts.notAfter.getTime())).toBe(false);
      expect(judge.verifyChain({ chain, host: 'a.test', now: new Date() }).reasons).not.toEqual([]);
    }),
    { numRuns: 3_000 },
  );
  // The property only means something if many inputs still resemble certificates.
  expect(readable).toBeGreaterThan(500);
});
