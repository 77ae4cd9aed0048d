import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCertificate } from './facts.ts';
import { createAuthority } from './testing/index.ts';
import { createTrustStore } from './trust-store.ts';
import { createChainJudge } from './verify-chain.ts';

const authority = createAuthority();
const judge = createChainJudge(createTrustStore({ extraCaPem: authority.root.pem }));
const original = new X509Certificate(authority.issue(['a.test', '*.b.test', '192.0.2.1']).pem).raw;
const intermediate = new X509Certificate(authority.intermediate.pem);

const parse = (bytes: Buffer): X509Certificate | undefined => {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
};

const changes = fc.array(fc.tuple(fc.nat({ max: original.length - 1 }), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 });

it('a certificate with any bytes changed is read and judged without an exception, and never trusted', () => {
  let parsed = 0;
  fc.assert(
    fc.property(changes, (edits) => {
      const bytes = Buffer.from(original);
      for (const [at, value] of edits) bytes[at] = value;
      const certificate = parse(bytes);
      if (certificate === undefined || bytes.equals(original)) return;
      parsed += 1;
      const { facts } = readCertificate(certificate);
      for (const text of [facts.subject, facts.issuer, facts.serialNumber, facts.keyType, ...facts.san]) {
        expect(text).not.toMatch(/[\p{Cc}\u202E]/u);
      }
      expect(Number.isNaN(facts.notAfter.getTime())).toBe(false);
      expect(judge.verifyChain({ chain: [certificate, intermediate], host: 'a.test', now: new Date() }).reasons).not.toEqual([]);
    }),
    { numRuns: 3_000 },
  );
  // The property is worth something only where OpenSSL took many of them for certificates.
  expect(parsed).toBeGreaterThan(500);
});
