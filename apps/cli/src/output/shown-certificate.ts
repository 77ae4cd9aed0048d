import { type CertificateFacts, daysLeft } from '@notafter/domain';

/** One certificate in the JSON documents; field names are those of /v1, see docs/cli.md. */
export interface ShownCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly subject_common_name: string | null;
  readonly issuer_common_name: string | null;
  readonly issuer_organization: string | null;
  readonly not_before: string;
  readonly expiration_date: string;
  readonly days_left: number;
  readonly serial_number: string;
  readonly fingerprint: string;
  readonly fingerprint256: string;
  readonly san: readonly string[];
  readonly key_type: string;
  readonly key_bits: number | null;
  readonly curve: string | null;
  readonly signature_algorithm: string | null;
  readonly is_ca: boolean;
}

export const showCertificate = (facts: CertificateFacts, now: Date): ShownCertificate => ({
  subject: facts.subject,
  issuer: facts.issuer,
  subject_common_name: facts.subjectCommonName,
  issuer_common_name: facts.issuerCommonName,
  issuer_organization: facts.issuerOrganization,
  not_before: facts.notBefore.toISOString(),
  expiration_date: facts.notAfter.toISOString(),
  days_left: daysLeft(facts.notAfter, now),
  serial_number: facts.serialNumber,
  fingerprint: facts.fingerprint,
  fingerprint256: facts.fingerprint256,
  san: facts.san,
  key_type: facts.keyType,
  key_bits: facts.keyBits,
  curve: facts.curve,
  signature_algorithm: facts.signatureAlgorithm,
  is_ca: facts.isCa,
});
