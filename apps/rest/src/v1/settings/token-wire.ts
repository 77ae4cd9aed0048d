import { z } from '@hono/zod-openapi';
import { CREDENTIAL_NAME_MAX_LENGTH, credentialLifetimes } from '@notafter/domain';
import type { TokenView } from '@notafter/features';
import { instant, lineField, rowId } from '../../wire/fields.ts';

/** The name of a token or an API key. */
export const credentialName = () => lineField(CREDENTIAL_NAME_MAX_LENGTH, 'Enter a name.');

/** Fields that tokens and API keys share. */
export const credentialShape = {
  id: rowId(),
  name: z.string().openapi({ example: 'Deploy script' }),
  ending: z.string().openapi({ description: 'The last characters of the secret, by which to tell it from others.', example: 'x3Kd' }),
  created_at: instant(),
  last_used_at: instant().nullable().openapi({ description: 'At most 60 seconds behind; null: never.' }),
  expires_at: instant().nullable().openapi({ description: 'Null: it does not expire.' }),
  revoked: z.boolean().openapi({ example: false }),
  status: z.enum(['active', 'revoked', 'expired']).openapi({ example: 'active' }),
};

export const wireToken = z.object(credentialShape).openapi('Token');

const LIFETIME_MESSAGE = 'must be 30, 90, 180, 365 or null';

/** How long a token or an API key lives. */
export const lifetimeField = () =>
  z
    .literal(credentialLifetimes, LIFETIME_MESSAGE)
    .default(null)
    .openapi({
      type: ['integer', 'null'],
      enum: [...credentialLifetimes],
      description: 'Days until it expires; null, the default, for never.',
      example: 90,
    });

export const tokenOf = (view: TokenView) => ({ ...view, revoked: view.status === 'revoked' });
