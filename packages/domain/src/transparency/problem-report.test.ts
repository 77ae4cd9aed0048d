import { describe, expect, it } from 'vitest';
import { problemReportAddress, problemReportText, type ReportedIssuance } from './problem-report.ts';

const at = new Date('2026-11-20T07:36:00Z');
const issuance: ReportedIssuance = {
  ...{ domain: 'example.com', names: ['login.example.com', 'www.login.example.com'], issuer: 'C=US, O=Other CA', serialNumber: '04A1B2' },
  ...{ notBefore: at, notAfter: new Date('2027-02-17T09:36:00Z'), spkiSha256: 'cd'.repeat(32), pem: '-----BEGIN CERTIFICATE-----' },
  places: [
    { source: 'log', name: 'Elm 2026h2', operator: 'Tree Logs', reference: '81234', at },
    { source: 'search', name: 'crt.sh', operator: null, reference: '991', at: null },
  ],
};

describe('the report for the CA', () => {
  it('names the certificate, its logs and the two rules, and has the certificate', () => {
    const text = problemReportText(issuance);
    for (const part of ['serial number 04A1B2', 'section 4.9.1.1', 'section 4.9.5', '  www.login.example.com', 'BEGIN CERTIFICATE'])
      expect(text).toContain(part);
    expect(text).toContain('Valid: 2026-11-20 07:36 UTC to 2027-02-17 09:36 UTC');
    expect(text).toContain('  Elm 2026h2 (Tree Logs), entry 81234, 2026-11-20 07:36 UTC');
    expect(text).not.toContain('crt.sh');
  });

  it('says which fields of a malformed certificate could not be read', () => {
    const text = problemReportText({ ...issuance, issuer: '', serialNumber: '', notBefore: null, spkiSha256: '', places: [], pem: null });
    expect(text.match(/Unreadable/g)).toHaveLength(5);
    expect(text).not.toContain('Logged in');
  });
});

it.each([
  ['Sectigo Limited', 'sslabuse@sectigo.com'],
  ['SSL Corporation', 'https://www.ssl.com/revoke'],
  ["Let's Encrypt", 'cert-prob-reports@letsencrypt.org'],
  ['Not Sectigo Limited', null],
  [null, null],
])('the address of %s is %s', (organization, address) => {
  expect(problemReportAddress(organization)).toBe(address);
});
