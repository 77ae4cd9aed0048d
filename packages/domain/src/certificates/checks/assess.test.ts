import { expect, test } from 'vitest';
import { issuerName, lastingReasons, presentReasons, reasonLabels } from './assess.ts';
import { type ServedObservation, type VerdictReason, verdictReasons } from './observation.ts';

const now = new Date('2026-11-10T12:00:00Z');
const facts = {
  subject: 'CN=a.example',
  issuer: 'CN=R12, O=Example CA, C=US',
  subjectCommonName: 'a.example',
  issuerCommonName: 'R12',
  issuerOrganization: 'Example CA',
  notBefore: now,
  notAfter: now,
  serialNumber: '01',
  fingerprint: 'AA',
  fingerprint256: 'BB',
  san: [],
  keyType: 'EC',
  keyBits: 256,
  curve: 'P-256',
  signatureAlgorithm: null,
  isCa: false,
  pem: '',
};
const served = (reasons: readonly VerdictReason[]): ServedObservation => ({
  kind: 'served',
  target: { host: 'a.example', port: 443 },
  address: '192.0.2.1',
  chain: [facts],
  root: null,
  reasons,
  warnings: [],
  revocation: { status: 'not_checked', source: null, detail: '', checkedAt: null },
  protocol: 'TLSv1.3',
  cipher: 'TLS_AES_128_GCM_SHA256',
  handshakeMs: 1,
});

test('lasting reasons come most important first and leave the dates to the clock', () => {
  const reversed = [...verdictReasons].reverse();
  expect(lastingReasons(served(reversed))).toEqual(verdictReasons.filter((reason) => reason !== 'expired' && reason !== 'not_yet_valid'));
  expect(lastingReasons(served([]))).toEqual([]);
});

test.each([
  ['a millisecond before notBefore', -1, ['not_yet_valid', 'self_signed']],
  ['at notBefore', 0, ['self_signed']],
  ['later', 1, ['self_signed']],
] as const)('reasons %s', (_name, offset, reasons) => {
  expect(presentReasons(['self_signed'], now, new Date(now.getTime() + offset))).toEqual(reasons);
});

test('a certificate never seen has no date to judge', () => {
  expect(presentReasons([], null, now)).toEqual([]);
});

test('the issuer is its organization, else its common name, else the whole name', () => {
  expect(issuerName(facts)).toBe('Example CA');
  expect(issuerName({ ...facts, issuerOrganization: null })).toBe('R12');
  expect(issuerName({ ...facts, issuerOrganization: null, issuerCommonName: null })).toBe('CN=R12, O=Example CA, C=US');
});

test('every reason has a distinct label', () => {
  expect(new Set(verdictReasons.map((reason) => reasonLabels[reason])).size).toBe(verdictReasons.length);
});
