import { z } from '@hono/zod-openapi';
import { anchorOrigins } from '@notafter/domain';
import { rowId } from '../../../wire/fields.ts';
import { wireId } from '../../../wire/parameters.ts';

const CHOICE = 'must be the id of a set, public or null';

/** The choice of a certificate, a tag or the organization, as callers give it. */
export const anchorChoice = () => z.union([z.literal('public'), wireId<'anchor-set'>(CHOICE)], CHOICE).nullable();

export const choiceText = {
  type: ['string', 'null'] satisfies ('string' | 'null')[],
  description: 'The ID of a set, `public` for the public roots alone, or null for no choice.',
  example: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10',
};

/** A set where only its name matters. */
export const namedSet = z.object({ id: rowId(), name: z.string().openapi({ example: 'Corp PKI' }) }).openapi('NamedTrustAnchorSet');

/** The anchors of a certificate besides the public roots. */
export const certificateAnchors = z
  .object({
    assigned: z.string().nullable().openapi({
      description:
        'Its own choice: the ID of a set, or `public` for the public roots alone; null if it follows its tags and the organization.',
      example: null,
    }),
    from: z
      .enum(anchorOrigins)
      .nullable()
      .openapi({ description: 'Whose choice applies; null if nobody made one.', example: 'organization' }),
    sets: z.array(namedSet).openapi({ description: 'The sets in force; those of several tags add up.' }),
    trusted_by: z.array(namedSet).openapi({ description: 'Those whose certificate ends the chain; empty if a public root does, or none.' }),
    anchor: z.string().nullable().openapi({ description: 'SHA-256 fingerprint of that certificate.', example: null }),
  })
  .openapi('CertificateTrustAnchors');
