import { expect, it } from 'vitest';
import type { CertificateFacts } from '../checks/observation.ts';
import { compareFacts } from './compare-facts.ts';

const facts: CertificateFacts = {
  subject: 'CN=example.com',
  issuer: "CN=R12, O=Let's Encrypt, C=US",
  subjectCommonName: 'example.com',
  issuerCommonName: 'R12',
  issuerOrganization: "Let's Encrypt",
  notBefore: new Date('2026-10-10T12:00:00Z'),
  notAfter: new Date('2027-01-09T12:00:00Z'),
  serialNumber: '04A1',
  fingerprint: '9C:41',
  fingerprint256: '3B:9E',
  san: ['example.com', 'www.example.com'],
  keyType: 'EC',
  keyBits: 256,
  curve: 'P-256',
  signatureAlgorithm: 'sha256WithRSAEncryption',
  isCa: false,
  pem: '',
};
const changesTo = (other: Partial<CertificateFacts>) => compareFacts(facts, { ...facts, ...other }).filter(({ changed }) => changed);

it('finds nothing between a certificate and itself, whatever the order of its names', () => {
  expect(changesTo({ san: facts.san.toReversed() })).toEqual([]);
});

it('shows a renewal field by field', () => {
  const renewed = { serialNumber: '04B2', notAfter: new Date('2027-04-09T12:00:00Z'), fingerprint: 'A0:11', fingerprint256: 'B1:22' };
  expect(changesTo(renewed).map(({ field, before, after }) => [field, before, after])).toEqual([
    ['notAfter', '2027-01-09T12:00:00.000Z', '2027-04-09T12:00:00.000Z'],
    ['serialNumber', '04A1', '04B2'],
    ['fingerprint', '9C:41', 'A0:11'],
    ['fingerprint256', '3B:9E', 'B1:22'],
  ]);
});

it('names the names that came and went', () => {
  expect(changesTo({ san: ['example.com', 'shop.example.com'] })).toMatchObject([
    { field: 'san', label: 'Subject alternative names', added: ['shop.example.com'], removed: ['www.example.com'] },
  ]);
});

it('shows another kind of key, and what the new one has not', () => {
  expect(changesTo({ keyType: 'RSA', keyBits: 2048, curve: null, isCa: true })).toMatchObject([
    { label: 'Key type', before: 'EC', after: 'RSA' },
    { label: 'Key size', before: '256 bits', after: '2048 bits' },
    { label: 'Curve', before: 'P-256', after: null },
    { label: 'Certificate authority', before: 'No', after: 'Yes' },
  ]);
});
