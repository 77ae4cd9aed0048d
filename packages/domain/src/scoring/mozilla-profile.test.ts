import { describe, expect, it } from 'vitest';
import { judgeMozillaProfile } from './mozilla-profile.ts';
import type { ServerFacts } from './server-facts.ts';
import { certificate, serverFacts } from './testing/server-facts.ts';

const rsa = { ...certificate, keyType: 'RSA', keyBits: 2_048, curve: null };
const modern: Partial<ServerFacts> = { protocols: ['TLSv1.3'] };

describe('Mozilla profile', () => {
  it.each<[string, Partial<ServerFacts>, string | null, string[]]>([
    ['TLS 1.3 with P-256', modern, 'modern', []],
    ['TLS 1.3 with RSA', { ...modern, certificate: rsa }, 'intermediate', ["The certificate's key is RSA, not EC."]],
    ['TLS 1.2 and 1.3', {}, 'intermediate', ['TLS 1.2 is offered.']],
    [
      'a certificate of 91 days',
      { ...modern, certificate: { ...certificate, notAfter: new Date('2027-01-31T00:00:00Z') } },
      'intermediate',
      ['The certificate lives 91 days, more than 90.'],
    ],
    ['post-quantum first', { ...modern, exchanges: [{ name: 'X25519MLKEM768', kind: 'kem', bits: 768 }] }, 'modern', []],
    ['TLS 1.0 beside them', { protocols: ['TLSv1', 'TLSv1.2', 'TLSv1.3'] }, 'old', ['TLS 1.0 is offered.']],
    ['no TLS 1.3', { protocols: ['TLSv1.2'] }, null, ['TLS 1.3 is not offered.']],
    ['P-521', { ...modern, exchanges: [{ name: 'P-521', kind: 'ec', bits: 521 }] }, null, ['The group P-521 is offered.']],
    ['no HSTS', { ...modern, hsts: { kind: 'absent' } }, null, ['HSTS is missing.']],
    ['no HTTP', { ...modern, hsts: { kind: 'not_http' } }, 'modern', []],
  ])('%s', (_name, changes, profile, modernMisses) => {
    const verdict = judgeMozillaProfile(serverFacts(changes));
    expect(verdict.profile).toBe(profile);
    expect(verdict.misses.modern).toEqual(expect.arrayContaining(modernMisses));
    expect(verdict.misses.modern.length === 0).toBe(profile === 'modern');
  });

  it('names every cipher suite that a profile leaves out', () => {
    const facts = serverFacts({ suites: [{ protocol: 'TLSv1.2', name: 'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256' }] });
    expect(judgeMozillaProfile(facts)).toMatchObject({
      profile: null,
      misses: { old: ['TLS_DHE_RSA_WITH_AES_128_GCM_SHA256 is offered.'] },
    });
  });
});
