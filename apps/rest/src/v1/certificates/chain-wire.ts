import { z } from '@hono/zod-openapi';
import type { CertificateFacts } from '@notafter/domain';
import { instant } from '../../wire/fields.ts';
import { fingerprint256Example, fingerprintExample } from './certificate-wire.ts';

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
    serial_number: z.string().openapi({ example: '04A1B2C3D4E5F60718293A4B5C6D7E8F9012' }),
    fingerprint: z.string().openapi({ description: 'SHA-1.', example: fingerprintExample }),
    fingerprint256: z.string().openapi({ description: 'SHA-256.', example: fingerprint256Example }),
    san: z.array(z.string()).openapi({ example: ['example.com', 'www.example.com'] }),
    key_type: z.string().openapi({ example: 'EC' }),
    key_bits: z.int().nullable().openapi({ example: 256 }),
    curve: z.string().nullable().openapi({ example: 'P-256' }),
    signature_algorithm: z.string().nullable().openapi({ example: 'sha256WithRSAEncryption' }),
    is_ca: z.boolean(),
    pem: z.string().openapi({ example: '-----BEGIN CERTIFICATE-----\n...\n-----END CERTIFICATE-----\n' }),
  })
  .openapi('ChainCertificate');

export const chainCertificateOf = ({ notAfter, ...facts }: CertificateFacts) => ({ ...facts, expirationDate: notAfter });
