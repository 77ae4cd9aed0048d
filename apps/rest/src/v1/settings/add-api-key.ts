import { createRoute, z } from '@hono/zod-openapi';
import { ALLOWED_ADDRESSES_MAX, type CertificateScope, parseScopeTag } from '@notafter/domain';
import { type AddApiKeyInput, allowedAddressesInput } from '@notafter/domain/inputs';
import { addApiKey } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { strictBody } from '../../wire/fields.ts';
import { wireId } from '../../wire/parameters.ts';
import { newApiKeyAnswer, toWireApiKey } from './api-key-wire.ts';
import { credentialName, lifetimeField } from './token-wire.ts';

const flag = () => z.boolean('must be true or false');

const body = strictBody({
  name: credentialName(),
  expiresIn: lifetimeField(),
  permissions: strictBody({ read: flag(), write: flag(), delete: flag().default(false) })
    .refine((chosen) => chosen.read || chosen.write || chosen.delete, 'Choose at least one permission.')
    .default({ read: true, write: false, delete: false })
    .openapi({
      description:
        'Read views. Write adds, imports, checks, tags and discovers certificates, and edits environments. Delete deletes certificates and environments. None includes another; read alone by default.',
    }),
  scope: z
    .union(
      [
        strictBody({ environment_id: wireId<'environment'>('must be an id') }),
        strictBody({
          tag: z
            .string()
            .transform(parseScopeTag)
            .refine((tag) => tag !== null, 'must be name=value'),
        }),
      ],
      'must name either an environment_id or a tag as name=value',
    )
    .nullable()
    .default(null)
    .openapi({
      type: ['object', 'null'],
      description:
        'Limits the key to the certificates of one environment (`environment_id`) or with one tag (`tag`, as `name=value`, compared exactly). What it adds or imports goes there. Null, the default: all certificates.',
      properties: { environment_id: { type: 'string', format: 'uuid' }, tag: { type: 'string', example: 'team=payments' } },
    }),
  allowed_addresses: z
    .array(z.string('must be an IP address or a CIDR'))
    .pipe(allowedAddressesInput)
    .default([])
    .openapi({
      type: 'array',
      items: { type: 'string' },
      description: `IP addresses and CIDRs, IPv4 and IPv6, from which the key can be used; at most ${ALLOWED_ADDRESSES_MAX}. Empty, the default: from anywhere.`,
      example: ['192.0.2.0/24', '2001:db8::/32'],
    }),
}).openapi('NewApiKey');

type Body = z.infer<typeof body>;

const scopeOf = ({ scope }: Body): CertificateScope | null => {
  if (scope === null) return null;
  if ('environment_id' in scope) return { environmentId: scope.environment_id };
  return scope.tag === null ? null : { tag: scope.tag };
};

const toInput = (given: Body): AddApiKeyInput => {
  const { name, expiresIn, permissions, allowed_addresses: allowedAddresses } = given;
  return { name, expiresIn, permissions, scope: scopeOf(given), allowedAddresses };
};

const example = { name: 'Status page', expiresIn: 90, permissions: { read: true, write: false, delete: false } };

const route = createRoute({
  method: 'post',
  path: '/v1/api-keys',
  operationId: 'addApiKey',
  tags: ['Settings'],
  summary: 'Create an API key',
  description: 'It belongs to the organization and outlives who made it. At most 100 active ones, where the plan has API keys.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: { required: true, content: { 'application/json': { schema: body, example } } } },
  responses: {
    200: { description: 'Created.', content: { 'application/json': { schema: newApiKeyAnswer } } },
    ...errorResponses(...bodyErrors, ...adminErrors, 'api_key_limit', 'environment_not_found'),
  },
});

export const serveAddApiKey = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { apiKey, secret } = await addApiKey(c.get('org'), toInput(c.req.valid('json')));
    return c.json({ api_key: { ...toWireApiKey(apiKey), key: secret } }, 200);
  });
};
