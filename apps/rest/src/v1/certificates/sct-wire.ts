import { z } from '@hono/zod-openapi';
import { loggingStates } from '@notafter/domain';
import { instant } from '../../wire/fields.ts';

/** A signed certificate timestamp. */
export const wireSct = z
  .object({
    log_id: z
      .string()
      .openapi({ description: "SHA-256 of the log's key in Base64.", example: 'yzj3FYl8hKFEX1vB3fvJbvKaWc1HCmkFhbDLFMMUWOc=' }),
    log: z.string().nullable().openapi({ description: 'Null if no log list has the log.', example: 'Cloudflare Nimbus2026' }),
    operator: z.string().nullable().openapi({ example: 'Cloudflare' }),
    log_state: z.enum(loggingStates).nullable().openapi({ description: 'State of the log in the log list.', example: 'usable' }),
    signed_at: instant(),
    delivery: z.enum(['embedded', 'tls', 'ocsp']).openapi({
      description: 'In the certificate, in the TLS handshake, or in the stapled OCSP response.',
      example: 'embedded',
    }),
    signature: z.enum(['valid', 'invalid']).nullable().openapi({
      description: "Checked with the log's key; null if the key is unknown.",
      example: 'valid',
    }),
    inclusion: z
      .object({
        state: z.enum(['included', 'pending', 'missing', 'wrongly_signed', 'unknown']).openapi({ example: 'included' }),
        reason: z.string().nullable().openapi({ example: null }),
        asked_at: instant(),
      })
      .nullable()
      .openapi({ description: 'Whether the log has the certificate, if it was asked; it is asked after its maximum merge delay.' }),
  })
  .openapi('SignedTimestamp');
