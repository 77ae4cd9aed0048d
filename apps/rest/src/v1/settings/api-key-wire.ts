import { z } from '@hono/zod-openapi';
import type { ApiKeyView } from '@notafter/features';
import { instant } from '../../wire/fields.ts';
import { idParameter } from '../../wire/parameters.ts';
import { credentialShape } from './token-wire.ts';

export const apiKeyParameters = z.object({ id: idParameter<'api-key'>('The API key.') });

export const apiKeyShape = {
  ...credentialShape,
  expires_at: instant().nullable().openapi({ description: 'Null: it does not expire.' }),
  permissions: z.object({
    read: z.boolean().openapi({ example: true }),
    write: z.boolean().openapi({ example: false }),
    delete: z.boolean().openapi({ example: false }),
  }),
  status: z.enum(['active', 'revoked', 'expired']).openapi({ example: 'active' }),
};

export const wireApiKey = z.object(apiKeyShape).openapi('ApiKey');

export const toWireApiKey = (view: ApiKeyView): z.infer<typeof wireApiKey> => ({
  id: view.id,
  name: view.name,
  ending: view.ending,
  created_at: view.createdAt.toISOString(),
  last_used_at: view.lastUsedAt?.toISOString() ?? null,
  revoked: view.status === 'revoked',
  expires_at: view.expiresAt?.toISOString() ?? null,
  permissions: { ...view.permissions },
  status: view.status,
});
