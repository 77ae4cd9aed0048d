import { z } from '@hono/zod-openapi';
import { certificateStatuses, issuerName, unreachableKinds, verdictReasons } from '@notafter/domain';
import type { CertificateDetail } from '@notafter/features';
import { instant } from '../../../wire/fields.ts';
import { fingerprint256Example } from '../certificate-wire.ts';

/** One address behind the name, and what it served, once for each key type. */
export const wireAddress = z
  .object({
    address: z.string().openapi({ example: '192.0.2.10' }),
    key_type: z
      .string()
      .nullable()
      .openapi({ description: 'A server with certificates of two key types has an entry for each.', example: 'ECDSA' }),
    fingerprint256: z
      .string()
      .nullable()
      .openapi({ description: 'SHA-256; null where it did not answer.', example: fingerprint256Example }),
    issuer: z.string().nullable().openapi({ example: "Let's Encrypt" }),
    expiration_date: instant().nullable(),
    days_left: z.int().nullable().openapi({ example: 45 }),
    status: z.enum(certificateStatuses).nullable().openapi({ example: 'valid' }),
    reasons: z.array(z.enum(verdictReasons)).openapi({ description: 'Why what it serves fails for this host.', example: [] }),
    unreachable: z
      .object({ reason: z.enum(unreachableKinds), detail: z.string().openapi({ example: 'Connection refused by 192.0.2.10:443.' }) })
      .nullable()
      .openapi({ description: 'Set where this address did not answer.', example: null }),
    differs: z
      .boolean()
      .openapi({ description: 'It serves another certificate than the first address with a key of this type.', example: false }),
    seen_at: instant(),
  })
  .openapi('CertificateAddress');

type AddressView = CertificateDetail['addresses'][number];

/** An address that serves the endpoint's certificate has its issuer. */
export const addressOf = ({ notAfter, ...view }: AddressView, { issuer }: Pick<CertificateDetail, 'issuer'>) => ({
  ...view,
  issuer: view.certificate !== null ? issuerName(view.certificate) : view.fingerprint256 === null ? null : issuer,
  expirationDate: notAfter,
});
