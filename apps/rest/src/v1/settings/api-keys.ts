import { z } from '@hono/zod-openapi';
import { ALLOWED_ADDRESSES_MAX, type CertificateScope, OVERLAP_HOURS_DEFAULT, OVERLAP_HOURS_MAX, parseScopeTag } from '@notafter/domain';
import { allowedAddressesInput } from '@notafter/domain/inputs';
import { addApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { strictBody } from '../../wire/fields.ts';
import { answers, mayTake, takes } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { pageShape, wholeOrPageOf } from '../../wire/page.ts';
import { idParameter, laterPageParameters, wireId } from '../../wire/parameters.ts';
import { apiKeyOf, newApiKeyAnswer, wireApiKey } from './api-key-wire.ts';
import { credentialName, lifetimeField } from './token-wire.ts';

const tag = 'Settings';
const path = '/v1/api-keys';
const missing = 'api_key_not_found';
const params = z.object({ id: idParameter<'api-key'>('The API key.') });

const flag = () => z.boolean('must be true or false');

const newApiKey = strictBody({
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

const scopeOf = (scope: z.infer<typeof newApiKey>['scope']): CertificateScope | null => {
  if (scope === null) return null;
  if ('environment_id' in scope) return { environmentId: scope.environment_id };
  return scope.tag === null ? null : { tag: scope.tag };
};

const OVERLAP_MESSAGE = `must be a whole number from 0 to ${OVERLAP_HOURS_MAX}`;

const rotation = strictBody({
  overlap_hours: z
    .int(OVERLAP_MESSAGE)
    .min(0, OVERLAP_MESSAGE)
    .max(OVERLAP_HOURS_MAX, OVERLAP_MESSAGE)
    .default(OVERLAP_HOURS_DEFAULT)
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: OVERLAP_HOURS_MAX,
      description: `How long the old secret still works; 0 ends it at once. ${OVERLAP_HOURS_DEFAULT} by default.`,
      example: OVERLAP_HOURS_DEFAULT,
    }),
}).openapi('ApiKeyRotation');

export const apiKeyOperations: readonly Operation[] = [
  operation(listApiKeys, {
    method: 'get',
    path,
    tag,
    summary: 'List the API keys',
    description: 'Newest first, at most 100 active ones and the latest of those that ended.',
    query: z.object(laterPageParameters('Keys')),
    answers: answers('All of them, or a page.', z.object({ api_keys: z.array(wireApiKey), ...pageShape }).openapi('ApiKeyList')),
    view: ({ apiKeys }, given) => {
      const { rows, ...page } = wholeOrPageOf(apiKeys, given, ({ id }) => id);
      return { apiKeys: rows.map(apiKeyOf), ...page };
    },
  }),
  operation(addApiKey, {
    method: 'post',
    path,
    tag,
    summary: 'Create an API key',
    description: 'It belongs to the organization and outlives who made it. At most 100 active ones, where the plan has API keys.',
    body: takes(newApiKey, { name: 'Status page', expiresIn: 90, permissions: { read: true, write: false, delete: false } }),
    input: ({ scope, ...given }) => ({ ...given, scope: scopeOf(scope) }),
    answers: answers('Created.', newApiKeyAnswer),
    view: ({ apiKey, secret }) => ({ apiKey: { ...apiKeyOf(apiKey), key: secret } }),
    errors: ['api_key_limit', 'environment_not_found'],
  }),
  operation(rotateApiKey, {
    method: 'post',
    path: `${path}/{id}/rotate`,
    tag,
    summary: 'Rotate an API key',
    description:
      'Creates a key with the same name, permissions, scope, addresses and lifetime, and ends the old one after the overlap. A key is rotated once; rotate its successor from then on.',
    params,
    body: mayTake(rotation, { overlap_hours: OVERLAP_HOURS_DEFAULT }),
    // Without a body nothing is validated, and so nothing is defaulted.
    input: ({ id, overlapHours = OVERLAP_HOURS_DEFAULT }) => ({ id, overlapHours }),
    answers: answers('Rotated; the answer holds the new key.', newApiKeyAnswer),
    view: ({ apiKey, secret }) => ({ apiKey: { ...apiKeyOf(apiKey), key: secret } }),
    missing,
    errors: ['api_key_rotated', 'api_key_limit'],
  }),
  operation(revokeApiKey, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Revoke an API key',
    description: 'Immediately and permanently, on every plan. A revoked key answers 404.',
    params,
    answers: says('API key revoked.'),
    missing,
  }),
];
