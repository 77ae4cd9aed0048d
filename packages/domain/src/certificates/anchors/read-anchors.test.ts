import { describe, expect, it } from 'vitest';
import { DomainError } from '../../errors/domain-error.ts';
import type { CertificateReader } from '../../gateways/gateways.ts';
import type { CertificateFacts } from '../checks/observation.ts';
import { ANCHORS_MAX } from './anchors.ts';
import { ANCHORS_TEXT_MAX_LENGTH, readAnchors } from './read-anchors.ts';
import type { UploadedCertificate } from './uploaded-certificate.ts';

const facts = (name: string): CertificateFacts => ({
  subject: `CN=${name}`,
  issuer: `CN=${name}`,
  subjectCommonName: name,
  issuerCommonName: name,
  issuerOrganization: null,
  notBefore: new Date('2020-01-01T00:00:00Z'),
  notAfter: new Date('2040-01-01T00:00:00Z'),
  serialNumber: '01',
  fingerprint: name,
  fingerprint256: name,
  san: [],
  keyType: 'EC',
  keyBits: 256,
  curve: 'P-256',
  signatureAlgorithm: null,
  isCa: true,
  pem: '',
});
type Readable = Extract<UploadedCertificate, { kind: 'readable' }>;
const root = (name: string, change: Partial<Readable> = {}): Readable => ({
  kind: 'readable',
  facts: facts(name),
  bytes: 900,
  isAuthority: true,
  isSelfSigned: true,
  ...change,
});
/** Gives these certificates for any text, one for each block. */
const reading = (...certificates: readonly UploadedCertificate[]): CertificateReader => ({ read: () => certificates, unpack: () => null });
const pem = (count = 1): string => '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'.repeat(count);

const refusalOf = (text: string, reader: CertificateReader = reading(root('a'))): string => {
  try {
    readAnchors(text, reader);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.code).toBe('anchors_invalid');
    expect(error.details).toEqual([{ path: 'pem', message: error.message }]);
    return error.message;
  }
  return 'accepted';
};

describe('the anchors of a text', () => {
  it('are its CA certificates, each once, in its order', () => {
    const read = readAnchors(pem(4), reading(root('b'), root('a', { isSelfSigned: false }), root('b'), root('c')));
    expect(read.map(({ facts: { fingerprint256 }, isRoot }) => [fingerprint256, isRoot])).toEqual([
      ['b', true],
      ['a', false],
      ['c', true],
    ]);
  });

  it('can have comments that speak of private keys', () => {
    expect(refusalOf(`# Our private key infrastructure, see https://pki.example\n${pem()}`)).toBe('accepted');
  });

  it.each([
    ['PKCS #8', '-----BEGIN PRIVATE KEY-----\nSECRET\n-----END PRIVATE KEY-----'],
    ['RSA', '-----BEGIN RSA PRIVATE KEY-----\nSECRET'],
    ['an encrypted one', '-----BEGIN ENCRYPTED PRIVATE KEY-----\nSECRET'],
    ['OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nSECRET'],
    ['a cut one', 'SECRET\n-----END EC PRIVATE KEY-----'],
    ['lower case', '-----begin private key-----\nSECRET'],
    ['PuTTY', 'PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 14\nSECRET'],
  ])('never come from a text with a private key: %s', (_format, key) => {
    for (const text of [pem() + key, `${key}\n${pem()}`]) {
      const message = refusalOf(text);
      expect(message).toContain('contains a private key');
      expect(message).not.toContain('SECRET');
    }
  });

  it.each<[string, string, CertificateReader, string]>([
    ['nothing', '', reading(), 'This text has no certificate. Upload PEM: the lines from BEGIN CERTIFICATE to END CERTIFICATE.'],
    [
      'a request',
      '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----',
      reading(),
      'This text has no certificate.',
    ],
    ['a cut certificate', `${pem()}-----BEGIN CERTIFICATE-----\nAAAA`, reading(root('a')), '1 certificate has no END CERTIFICATE line.'],
    ['bad DER', pem(2), reading(root('a'), { kind: 'malformed', fault: 'It ends early.' }), 'Certificate 2 is malformed: It ends early.'],
    ['a leaf', pem(), reading(root('www', { isAuthority: false })), 'Certificate 1 ("www") is not a CA certificate.'],
    ['a large one', pem(), reading(root('Zürich', { bytes: 40_000 })), 'Certificate 1 ("Zürich") is too large. It can have 32,768 bytes.'],
    ['too much text', 'x'.repeat(ANCHORS_TEXT_MAX_LENGTH + 1), reading(), 'This text is too long. It can have 400,000 characters.'],
    ['1,000 certificates', pem(1_000), reading(), `A set has at most ${ANCHORS_MAX} certificates.`],
    [
      'one too many',
      pem(ANCHORS_MAX + 1),
      reading(...Array.from({ length: ANCHORS_MAX + 1 }, (_, n) => root(`${n}`))),
      `A set has at most ${ANCHORS_MAX} certificates.`,
    ],
  ])('are refused with the reason: %s', (_case, text, reader, message) => {
    expect(refusalOf(text, reader)).toContain(message);
  });

  it('can be as many as a set may have', () => {
    const all = Array.from({ length: ANCHORS_MAX }, (_, n) => root(`${n}`));
    expect(readAnchors(pem(ANCHORS_MAX), reading(...all))).toHaveLength(ANCHORS_MAX);
  });
});
