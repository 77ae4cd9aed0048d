import { DomainError } from '../../errors/domain-error.ts';
import type { CertificateReader } from '../../gateways/gateways.ts';
import { countText, plural } from '../../wording.ts';
import type { CertificateFacts } from '../checks/observation.ts';
import { ANCHORS_MAX } from './anchors.ts';
import { containsPrivateKey, PRIVATE_KEY_TEXT } from './private-key.ts';
import type { UploadedCertificate } from './uploaded-certificate.ts';

/** A certificate that a set can hold. */
export interface Anchor {
  readonly facts: CertificateFacts;
  /** A root; otherwise an intermediate, at which chains end although another CA issued it. */
  readonly isRoot: boolean;
}

/** Characters of an uploaded text, comments included: a hundred certificates have about 200,000. */
export const ANCHORS_TEXT_MAX_LENGTH = 400_000;
/** CAs have one or two kilobytes; name constraints of large organizations are longer. */
const CERTIFICATE_MAX_BYTES = 32_768;
/** Reading takes time for each block, complete or not. */
const BLOCKS_MAX = 2 * ANCHORS_MAX;

const invalid = (message: string): DomainError => new DomainError('anchors_invalid', { message, details: [{ path: 'pem', message }] });

const TOO_MANY = `A set has at most ${ANCHORS_MAX} certificates. Split the text into several sets.`;

const nameOf = ({ facts }: { readonly facts: CertificateFacts }): string => {
  const name = facts.subjectCommonName ?? facts.subject;
  return name === '' ? '' : ` ("${name.slice(0, 80)}")`;
};

const refuseText = (text: string): void => {
  if (text.length > ANCHORS_TEXT_MAX_LENGTH) {
    throw invalid(`This text is too long. It can have ${countText(ANCHORS_TEXT_MAX_LENGTH)} characters.`);
  }
  if (containsPrivateKey(text)) throw invalid(PRIVATE_KEY_TEXT);
  if (text.split('-----BEGIN ').length > BLOCKS_MAX) throw invalid(TOO_MANY);
};

const refuseCertificate = (certificate: UploadedCertificate, place: number): Anchor => {
  if (certificate.kind === 'malformed') throw invalid(`Certificate ${place} is malformed: ${certificate.fault}`);
  const { facts, bytes, isAuthority, isSelfSigned } = certificate;
  if (bytes > CERTIFICATE_MAX_BYTES) {
    throw invalid(`Certificate ${place}${nameOf(certificate)} is too large. It can have ${countText(CERTIFICATE_MAX_BYTES)} bytes.`);
  }
  if (!isAuthority) {
    throw invalid(`Certificate ${place}${nameOf(certificate)} is not a CA certificate. Upload the roots that issue your certificates.`);
  }
  return { facts, isRoot: isSelfSigned };
};

/**
 * Returns the CA certificates of a PEM text, each once, in the order of the text. Throws `anchors_invalid` for a text with a private
 * key, without a certificate, or with one that is malformed or not a CA's, and for one that is too large. No error quotes the text.
 */
export const readAnchors = (text: string, reader: CertificateReader): readonly Anchor[] => {
  refuseText(text);
  const begun = text.match(/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/g)?.length ?? 0;
  if (begun === 0) throw invalid('This text has no certificate. Upload PEM: the lines from BEGIN CERTIFICATE to END CERTIFICATE.');
  const read = reader.read(text);
  if (read.length < begun) throw invalid(`${plural(begun - read.length, 'certificate has', 'certificates have')} no END CERTIFICATE line.`);
  const byFingerprint = new Map<string, Anchor>();
  for (const [index, certificate] of read.entries()) {
    const anchor = refuseCertificate(certificate, index + 1);
    if (!byFingerprint.has(anchor.facts.fingerprint256)) byFingerprint.set(anchor.facts.fingerprint256, anchor);
  }
  if (byFingerprint.size > ANCHORS_MAX) throw invalid(TOO_MANY);
  return [...byFingerprint.values()];
};
