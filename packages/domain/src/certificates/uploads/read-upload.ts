import { DomainError } from '../../errors/domain-error.ts';
import type { CertificateReader } from '../../gateways/gateways.ts';
import { countText } from '../../wording.ts';
import { containsPrivateKey, PRIVATE_KEY_TEXT } from '../anchors/private-key.ts';
import type { UploadedCertificate } from '../anchors/uploaded-certificate.ts';
import type { CertificateFacts } from '../checks/observation.ts';

/** Characters of an uploaded file: a certificate has about 2,000, one with thousands of names a few hundred thousand. */
export const UPLOAD_MAX_LENGTH = 400_000;
/** Certificates of one chain. */
export const UPLOAD_CERTIFICATES_MAX = 20;

type Readable = Extract<UploadedCertificate, { kind: 'readable' }>;

const invalid = (message: string): DomainError =>
  new DomainError('upload_invalid', { message, details: [{ path: 'certificate', message }] });

const FORMATS = 'Upload one certificate with its chain as PEM, DER or PKCS #7 (.p7b).';
const TOO_MANY = `An upload has at most ${UPLOAD_CERTIFICATES_MAX} certificates: one with its chain.`;
const binary = /^[\w+/=\s-]+$/;
const pkcs7 = /-----BEGIN (PKCS7|PKCS #7 SIGNED DATA|CMS)-----([^-]*)-----END \1-----/g;

/** The text as PEM certificates. A block that is not closed is left out. */
const pemOf = (text: string, reader: CertificateReader): string => {
  if (text.includes('-----BEGIN ')) {
    if (text.split('-----BEGIN ').length > UPLOAD_CERTIFICATES_MAX + 1) throw invalid(TOO_MANY);
    return text.replace(pkcs7, (_block, _label, body: string) => reader.unpack(body) ?? '');
  }
  const pem = binary.test(text) ? reader.unpack(text) : null;
  if (pem === null) throw invalid(`This is not a certificate. ${FORMATS}`);
  return pem;
};

const refuseMalformed = (certificate: UploadedCertificate): Readable => {
  if (certificate.kind === 'malformed') throw invalid(`This certificate is malformed: ${certificate.fault}`);
  return certificate;
};

const issues = (issuer: Readable, { facts }: Readable): boolean => issuer.facts.subject === facts.issuer && issuer.facts.subject !== '';

/** The certificate that the others vouch for: the one that may not issue any, or the lowest CA. */
const leafOf = (all: readonly Readable[]): Readable => {
  const leaves = all.filter(({ isAuthority }) => !isAuthority);
  if (leaves.length > 1) throw invalid(`This file has ${leaves.length} certificates that no CA certificate is among. ${FORMATS}`);
  const lowest = all.find((each) => !all.some((other) => other !== each && issues(each, other)));
  const leaf = leaves[0] ?? lowest ?? all[0];
  if (leaf === undefined) throw invalid(`This text has no certificate. ${FORMATS}`);
  return leaf;
};

/**
 * Returns the certificate of an uploaded text with its chain: PEM, or DER or PKCS #7 in base64. The certificate comes first, wherever it
 * is in the text. Throws `upload_invalid` for a text with a private key, without a certificate, with one that is malformed, with
 * several that are not CA's, and for one that is too large. No error quotes the text.
 */
export const readUpload = (text: string, reader: CertificateReader): readonly [CertificateFacts, ...CertificateFacts[]] => {
  if (text.length > UPLOAD_MAX_LENGTH) throw invalid(`This file is too long. It can have ${countText(UPLOAD_MAX_LENGTH)} characters.`);
  if (containsPrivateKey(text)) throw invalid(PRIVATE_KEY_TEXT);
  const read = reader.read(pemOf(text, reader)).map(refuseMalformed);
  const byFingerprint = new Map(read.map((each) => [each.facts.fingerprint256, each]));
  if (byFingerprint.size > UPLOAD_CERTIFICATES_MAX) throw invalid(TOO_MANY);
  const all = [...byFingerprint.values()];
  const leaf = leafOf(all);
  return [leaf.facts, ...all.filter((each) => each !== leaf).map(({ facts }) => facts)];
};
