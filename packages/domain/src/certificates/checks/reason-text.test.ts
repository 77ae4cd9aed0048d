import { expect, it } from 'vitest';
import { addMs, DAY_MS } from '../../time.ts';
import type { CertificateFacts } from './observation.ts';
import { reasonText } from './reason-text.ts';

const end = new Date('2026-11-10T12:00:00Z');
const named = (name: string, notAfter: Date): CertificateFacts => ({
  subject: `CN=${name}`,
  issuer: 'CN=Root',
  subjectCommonName: name,
  issuerCommonName: 'Root',
  issuerOrganization: null,
  notBefore: addMs(end, -90 * DAY_MS),
  notAfter,
  serialNumber: '01',
  fingerprint: 'AA',
  fingerprint256: 'BB',
  san: [name],
  keyType: 'EC',
  keyBits: 256,
  curve: 'P-256',
  signatureAlgorithm: null,
  isCa: false,
  pem: '',
});

it('blames the certificate that has expired, not one in its last second', () => {
  const chain = [named('a.example', end), named('R1', addMs(end, -DAY_MS))] as const;
  const expired = (ms: number) => reasonText('expired', { host: null, chain, now: addMs(end, ms) });
  expect(expired(999)).toBe('The issuer "R1" expired 1 day ago, on 2026-11-09 12:00 UTC.');
  expect(expired(1_000)).toBe('The certificate expired 1 day ago, on 2026-11-10 12:00 UTC.');
});
