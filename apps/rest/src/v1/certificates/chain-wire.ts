import { z } from '@hono/zod-openapi';
import type { CertificateFacts } from '@notafter/domain';
import { instant } from '../../wire/fields.ts';

/** One certificate of the chain that the server sent. */
export const wireChainCertificate = z
  .object({
    subject: z.string().openapi({ example: 'CN=example.com' }),
    issuer: z.string().openapi({ example: "CN=R12, O=Let's Encrypt, C=US" }),
    subject_common_name: z.string().nullable().openapi({ example: 'example.com' }),
    issuer_common_name: z.string().nullable().openapi({ example: 'R12' }),
    issuer_organization: z.string().nullable().openapi({ example: "Let's Encrypt" }),
    not_before: instant(),
    expiration_date: instant(),
    serial_number: z.string(),
    fingerprint: z.string(),
    fingerprint256: z.string(),
    san: z.array(z.string()),
    key_type: z.string().openapi({ example: 'EC' }),
    key_bits: z.int().nullable().openapi({ example: 256 }),
    curve: z.string().nullable().openapi({ example: 'P-256' }),
    signature_algorithm: z.string().nullable().openapi({ example: 'sha256WithRSAEncryption' }),
    is_ca: z.boolean(),
    pem: z.string(),
  })
  .openapi('ChainCertificate');

export const toWireChainCertificate = (facts: CertificateFacts): z.infer<typeof wireChainCertificate> => ({
  subject: facts.subject,
  issuer: facts.issuer,
  subject_common_name: facts.subjectCommonName,
  issuer_common_name: facts.issuerCommonName,
  issuer_organization: facts.issuerOrganization,
  not_before: facts.notBefore.toISOString(),
  expiration_date: facts.notAfter.toISOString(),
  serial_number: facts.serialNumber,
  fingerprint: facts.fingerprint,
  fingerprint256: facts.fingerprint256,
  san: [...facts.san],
  key_type: facts.keyType,
  key_bits: facts.keyBits,
  curve: facts.curve,
  signature_algorithm: facts.signatureAlgorithm,
  is_ca: facts.isCa,
  pem: facts.pem,
});
