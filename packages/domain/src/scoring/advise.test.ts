import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verdictReasons } from '../certificates/checks/observation.ts';
import { advise } from './advise.ts';
import { grades } from './grade.ts';
import { protocolVersions } from './protocol-versions.ts';
import { rateServer } from './rate-server.ts';
import type { ServerFacts } from './server-facts.ts';
import { certificate, now, serverFacts } from './testing/server-facts.ts';

const adviceFor = (changes: Partial<ServerFacts>) =>
  advise(serverFacts(changes), now).map(({ id, grade, score }) => [id, grade, score] as const);

describe('advice', () => {
  it('is not needed by a server without a fault', () => {
    expect(adviceFor({})).toEqual([]);
  });

  it('leads from expired, old and RSA to the best grade, step by step', () => {
    const facts = {
      protocols: ['TLSv1', 'TLSv1.2'] as const,
      certificate: { ...certificate, keyType: 'RSA', keyBits: 2_048, curve: null, notAfter: new Date('2026-01-01') },
      hsts: { kind: 'absent' } as const,
    };
    expect(adviceFor(facts)).toEqual([
      ['renew', 'B', 91],
      ['retire_protocols', 'A-', 93],
      ['stronger_key', 'A-', 96],
      ['offer_tls_13', 'A-', 96],
      ['hsts', 'A+', 96],
    ]);
  });

  it('names steps that help only together', () => {
    const facts = serverFacts({ protocols: ['TLSv1', 'TLSv1.2', 'TLSv1.3'] });
    const weak = { ...facts, suites: [...facts.suites, { protocol: 'TLSv1', name: 'TLS_RSA_WITH_RC4_128_SHA' } as const] };
    expect(advise({ ...weak, exchanges: [{ name: 'DH', kind: 'dh', bits: 1_024 }] }, now).at(-1)?.grade).toBe('A+');
  });

  it('says what to switch off by name', () => {
    expect(advise(serverFacts({ protocols: ['SSLv3', 'TLSv1', 'TLSv1.2', 'TLSv1.3'] }), now)[0]?.text).toBe('Switch off SSL 3, TLS 1.0.');
  });

  it('does not ask for 256-bit ciphers alone', () => {
    expect(adviceFor({ suites: [{ protocol: 'TLSv1.2', name: 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256' }] })).toEqual([]);
  });

  const suites = ['TLS_RSA_WITH_RC4_128_SHA', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'TLS_DHE_RSA_WITH_AES_256_CBC_SHA', 'TLS_RSA_WITH_NULL_SHA'];
  const anyServer = fc.record({
    protocols: fc.subarray([...protocolVersions], { minLength: 1 }),
    exchanges: fc.array(
      fc.record({ name: fc.constant('DH'), kind: fc.constant('dh' as const), bits: fc.integer({ min: 256, max: 8_192 }) }),
    ),
    reasons: fc.subarray([...verdictReasons]),
    keyBits: fc.constantFrom(1_024, 2_048, 4_096),
    weak: fc.subarray(suites),
  });

  it('never leads to a worse grade than before, and names no step twice', () => {
    fc.assert(
      fc.property(anyServer, ({ protocols, exchanges, reasons, keyBits, weak }) => {
        const plain = serverFacts({ protocols, exchanges, certificate: { ...certificate, keyType: 'RSA', keyBits, reasons } });
        const added = weak.map((name) => ({ protocol: protocols.at(-1) ?? 'TLSv1.2', name }) as const);
        const facts = { ...plain, suites: [...plain.suites, ...added] };
        const before = rateServer(facts, now);
        const steps = advise(facts, now);
        const last = steps.at(-1);
        if (before === null || last === undefined) return;
        expect(grades.indexOf(last.grade)).toBeLessThanOrEqual(grades.indexOf(before.grade));
        expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
      }),
      { numRuns: 300 },
    );
  });

  it('brings every server to an A at least', () => {
    fc.assert(
      fc.property(anyServer, ({ protocols, exchanges, reasons, keyBits }) => {
        const facts = serverFacts({ protocols, exchanges, certificate: { ...certificate, keyType: 'RSA', keyBits, reasons } });
        const reached = advise(facts, now).at(-1)?.grade ?? rateServer(facts, now)?.grade ?? 'A';
        expect(grades.indexOf(reached)).toBeLessThanOrEqual(grades.indexOf('A'));
      }),
      { numRuns: 300 },
    );
  });
});
