import type { KeyObject, X509Certificate } from 'node:crypto';
import type { CertificateFacts } from '@notafter/domain';
import { parseAlternativeNames, shownAlternativeNames } from './alternative-names.ts';
import { parseDistinguishedName } from './distinguished-name.ts';
import { safeText } from './safe-text.ts';

/** What one certificate says, and whether some of it could not be read. */
export interface ReadCertificate {
  readonly facts: CertificateFacts;
  readonly malformed: boolean;
}

const curves = new Map([
  ['prime256v1', { curve: 'P-256', bits: 256 }],
  ['secp384r1', { curve: 'P-384', bits: 384 }],
  ['secp521r1', { curve: 'P-521', bits: 521 }],
  ['secp256k1', { curve: 'secp256k1', bits: 256 }],
  ['secp224r1', { curve: 'P-224', bits: 224 }],
  ['prime192v1', { curve: 'P-192', bits: 192 }],
]);

const fixedKeys = new Map([
  ['ed25519', { keyType: 'Ed25519', keyBits: 256 }],
  ['ed448', { keyType: 'Ed448', keyBits: 456 }],
  ['ml-dsa-44', { keyType: 'ML-DSA-44', keyBits: null }],
  ['ml-dsa-65', { keyType: 'ML-DSA-65', keyBits: null }],
  ['ml-dsa-87', { keyType: 'ML-DSA-87', keyBits: null }],
]);

type KeyFacts = Pick<CertificateFacts, 'keyType' | 'keyBits' | 'curve'>;

const unknownKey: KeyFacts = { keyType: 'unknown', keyBits: null, curve: null };

const keyFacts = (key: KeyObject): KeyFacts => {
  const type = key.asymmetricKeyType ?? 'unknown';
  const { modulusLength = null, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (type === 'rsa' || type === 'rsa-pss') return { keyType: type === 'rsa' ? 'RSA' : 'RSA-PSS', keyBits: modulusLength, curve: null };
  if (type === 'ec') {
    const known = curves.get(namedCurve ?? '');
    const bits = known?.bits ?? (Number(/(\d{3})/.exec(namedCurve ?? '')?.[1]) || null);
    return { keyType: 'EC', keyBits: bits, curve: known?.curve ?? namedCurve ?? null };
  }
  if (type === 'dsa') return { keyType: 'DSA', keyBits: modulusLength, curve: null };
  return { ...(fixedKeys.get(type) ?? { keyType: safeText(type, 40), keyBits: null }), curve: null };
};

/**
 * Reads the facts of one certificate. A field that cannot be read gets an empty value and sets `malformed`; a hostile
 * certificate never throws.
 */
export const readCertificate = (certificate: X509Certificate): ReadCertificate => {
  let malformed = false;
  const read = <T>(field: () => T, otherwise: T): T => {
    try {
      return field();
    } catch {
      malformed = true;
      return otherwise;
    }
  };
  const readDate = (field: () => Date): Date => {
    const date = read(field, new Date(Number.NaN));
    if (!Number.isNaN(date.getTime())) return date;
    malformed = true;
    return new Date(0);
  };
  const subject = read(() => parseDistinguishedName(certificate.subject), { text: '', commonName: null, organization: null });
  const issuer = read(() => parseDistinguishedName(certificate.issuer), { text: '', commonName: null, organization: null });
  const facts: CertificateFacts = {
    subject: subject.text,
    issuer: issuer.text,
    subjectCommonName: subject.commonName,
    issuerCommonName: issuer.commonName,
    issuerOrganization: issuer.organization,
    notBefore: readDate(() => certificate.validFromDate),
    notAfter: readDate(() => certificate.validToDate),
    serialNumber: safeText(certificate.serialNumber, 100).toUpperCase(),
    fingerprint: certificate.fingerprint,
    fingerprint256: certificate.fingerprint256,
    san: read(() => shownAlternativeNames(parseAlternativeNames(certificate.subjectAltName)), []),
    ...read(() => keyFacts(certificate.publicKey), unknownKey),
    signatureAlgorithm: read(() => safeText(certificate.signatureAlgorithm ?? certificate.signatureAlgorithmOid, 100), null),
    isCa: read(() => certificate.ca, false),
    pem: read(() => certificate.toString(), ''),
  };
  return { facts, malformed };
};
