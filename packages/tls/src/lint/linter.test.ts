import type { DatedLimit } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { createTrustStore } from '../judge/trust-store.ts';
import { craftChain } from '../testing/craft.ts';
import { createAuthority, issueCertificate } from '../testing/index.ts';
import { toPem } from '../x509/certificate-facts.ts';
import { createLinter } from './linter.ts';

const linter = createLinter(createTrustStore());

describe('a linter', () => {
  it('orders the certificates by their path, and names each by its subject', () => {
    const [leaf, intermediate, root] = craftChain({ intermediate: { serial: Buffer.from([0]) } });
    expect(linter.lint([leaf, root, intermediate].map(toPem))).toEqual([
      {
        rule: 'serial_not_positive',
        severity: 'error',
        section: 'RFC 5280 4.1.2.2',
        text: 'The serial number is zero or negative.',
        certificate: 1,
        subject: 'CN=Intermediate, O=Crafted, C=US',
      },
    ]);
  });

  it('does not apply the Baseline Requirements to a private CA', () => {
    const { root, issue } = createAuthority();
    const { chainPem } = issue('printer.local', { keyUsage: null });
    expect(linter.lint([chainPem, root.pem]).filter(({ section }) => section.startsWith('BR '))).toEqual([]);
  });

  it('judges lifetimes below public roots by the table that it is given', () => {
    const { root, issue } = createAuthority();
    const chain = [issue('a.example').chainPem, root.pem];
    const store = { ...createTrustStore({ anchorsPem: root.pem }), isPublic: () => true };
    const tooLong = (limits?: readonly DatedLimit[]) =>
      createLinter(store, limits)
        .lint(chain)
        .filter(({ rule }) => rule === 'validity_too_long')
        .map(({ text }) => text);
    expect(tooLong()).toEqual([]);
    expect(tooLong([{ from: '1970-01-01', days: 47 }])).toEqual([
      'The certificate is valid for longer than its day of issue allowed: 91 days instead of 47.',
    ]);
  });

  it('finds nothing where it cannot look: no certificate, garbage, or too large a one', () => {
    const names = Array.from({ length: 6_000 }, (_, n) => `a_${n}.example.com`);
    const huge = issueCertificate({ subject: { CN: 'a' }, san: names }).pem;
    const garbage = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    expect([[], [''], [garbage], [huge]].map((chain) => linter.lint(chain))).toEqual([[], [], [], []]);
  });
});
