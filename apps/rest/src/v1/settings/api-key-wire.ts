import { z } from '@hono/zod-openapi';
import type { ApiKeyScopeView, ApiKeyView } from '@notafter/features';
import { rowId } from '../../wire/fields.ts';
import { credentialShape } from './token-wire.ts';

const wireScope = z
  .object({
    environment_id: rowId().nullable(),
    environment: z.string().nullable().openapi({ description: 'Null once the environment is deleted.', example: 'Production' }),
    tag: z.string().nullable().openapi({ example: null }),
  })
  .openapi('ApiKeyScope');

export const apiKeyShape = {
  ...credentialShape,
  permissions: z.object({
    read: z.boolean().openapi({ example: true }),
    write: z.boolean().openapi({ example: false }),
    delete: z.boolean().openapi({ example: false }),
  }),
  scope: wireScope.nullable().openapi({
    description: 'The certificates that it reaches: those of an environment, or with a tag. Null: all of the organization.',
  }),
  allowed_addresses: z.array(z.string()).openapi({ description: 'Where it can be used from. Empty: anywhere.', example: ['192.0.2.0/24'] }),
  replaced_by: rowId().nullable().openapi({ description: 'The key that a rotation made in its place.' }),
};

export const wireApiKey = z.object(apiKeyShape).openapi('ApiKey');

const scopeView = (scope: ApiKeyScopeView) =>
  'tag' in scope
    ? { environmentId: null, environment: null, tag: `${scope.tag.name}=${scope.tag.value}` }
    : { environmentId: scope.environment.id, environment: scope.environment.name, tag: null };

/** A scope is one object on the wire, whichever it is. */
export const apiKeyOf = ({ scope, ...view }: ApiKeyView) => ({
  ...view,
  revoked: view.status === 'revoked',
  scope: scope === null ? null : scopeView(scope),
});

/** A key at the only moment at which its secret can be seen. */
export const newApiKeyAnswer = z
  .object({
    api_key: z.object({
      ...apiKeyShape,
      key: z.string().openapi({
        description: 'The secret. It is answered here and never again.',
        example: 'nak_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAx3Kd',
      }),
    }),
  })
  .openapi('NewApiKeyAnswer');
