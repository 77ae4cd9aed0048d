import { hash } from 'node:crypto';
import { type CertificateFacts, certificatePem } from '@notafter/domain';
import { shownAlternativeNames } from './alternative-names.ts';
import type { Certificate } from './certificate.ts';
import { DerError } from './der.ts';
import { type DistinguishedName, readDistinguishedName, readSharedName } from './names.ts';

const namePart = (read: typeof readDistinguishedName, bytes: Buffer): DistinguishedName => {
  try {
    return read(bytes, 0, bytes.length);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return { text: '', commonName: null, organization: null };
  }
};

const MAX_DIGEST_BYTES = 64;
const spelled = Buffer.alloc(3 * MAX_DIGEST_BYTES, ':');
const upperCase = (code: number): number => (code >= 0x61 ? code - 0x20 : code);

/** Returns a digest's hex as `AB:CD:...`, built in one piece: byte-by-byte concatenation would retain many small strings. */
const colons = (hex: string): string => {
  let end = 0;
  for (let at = 0; at < hex.length; at += 2) {
    spelled[end] = upperCase(hex.charCodeAt(at));
    spelled[end + 1] = upperCase(hex.charCodeAt(at + 1));
    end += 3;
  }
  return spelled.toString('latin1', 0, end - 1);
};

const dateOf = (milliseconds: number): Date => new Date(Number.isNaN(milliseconds) ? 0 : milliseconds);

/** Numbers longer than RFC 5280 allows are truncated. */
const MAX_SERIAL_BYTES = 50;

/** Returns the serial number in upper-case hex, whole bytes without the sign's zero, with `-` if negative. */
export const serialText = (serial: Buffer): string => {
  const cut = serial.subarray(0, MAX_SERIAL_BYTES);
  if ((cut[0] ?? 0) > 0x7f) {
    const magnitude = (1n << BigInt(8 * cut.length)) - BigInt(`0x${cut.toString('hex')}`);
    const hex = magnitude.toString(16).toUpperCase();
    return `-${hex.length % 2 === 0 ? hex : `0${hex}`}`;
  }
  return (cut.length > 1 && cut[0] === 0 ? cut.subarray(1) : cut).toString('hex').toUpperCase();
};

export const toPem = (der: Buffer): string => certificatePem(der.toString('base64'));

/** Returns what people call the subject: its common name, else the whole name. */
export const subjectLabel = ({ subject }: Certificate): string => {
  const { commonName, text } = namePart(readDistinguishedName, subject);
  return commonName ?? text;
};

/** Returns the facts of one certificate. An unreadable field has an empty value; dates then are 1970. Never throws. */
export const factsOf = (certificate: Certificate): CertificateFacts => {
  const subject = namePart(readDistinguishedName, certificate.subject);
  const issuer = namePart(readSharedName, certificate.issuer);
  const { type, bits, curve } = certificate.keyFacts;
  return {
    subject: subject.text,
    issuer: issuer.text,
    subjectCommonName: subject.commonName,
    issuerCommonName: issuer.commonName,
    issuerOrganization: issuer.organization,
    notBefore: dateOf(certificate.notBefore),
    notAfter: dateOf(certificate.notAfter),
    serialNumber: serialText(certificate.serial),
    fingerprint: colons(hash('sha1', certificate.raw, 'hex')),
    fingerprint256: colons(certificate.sha256),
    san: shownAlternativeNames(certificate),
    keyType: type,
    keyBits: bits,
    curve,
    signatureAlgorithm: certificate.unreadable === null ? certificate.signatureAlgorithm.name : null,
    isCa: certificate.extensions.basicConstraints?.isCa ?? false,
    pem: toPem(certificate.raw),
  };
};
