import { z } from '@hono/zod-openapi';
import { DomainError, type ErrorCode, endpointProtocols, TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH, TAGS_MAX } from '@notafter/domain';
import { addCertificate, removeCertificate, removeCertificates, updateCertificateTags, upsertCertificate } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { savedBody, strictBody, textField } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { wireId } from '../../wire/parameters.ts';
import { anchorChoice, choiceText } from './anchors/anchor-wire.ts';
import { certificateAnswer, certificateOf, certificateParameters, wireCertificate } from './certificate-wire.ts';
import { selectionShape, toSelection } from './selection-wire.ts';

const tag = 'Certificates';

/** Why an endpoint is not added. */
const refusedEndpoint = [
  'target_invalid',
  'target_wildcard',
  'target_unreachable',
  'target_not_allowed',
  'certificate_limit',
  'certificate_exists',
  'environment_plan',
  'environment_not_found',
  'anchor_set_not_found',
] as const satisfies ErrorCode[];

const newCertificate = strictBody({
  domain: textField().openapi({
    description:
      '`host`, `host:port`, `[IPv6]` or `[IPv6]:port`. Another protocol than TLS goes before it, as in `smtp://mail.example.com`; `?servername=` and `?address=` may follow.',
  }),
  protocol: z
    .enum(endpointProtocols)
    .optional()
    .openapi({ description: 'How TLS begins; left out: as `domain` says, else `tls`.', example: 'smtp' }),
  port: z
    .int('must be a whole number')
    .min(1)
    .max(65_535)
    .optional()
    .openapi({ description: "Left out: the protocol's own.", example: 587 }),
  servername: textField().optional().openapi({ description: 'Requested and verified instead of the host.', example: 'mail.example.com' }),
  anchors: anchorChoice()
    .optional()
    .openapi({ ...choiceText, description: `${choiceText.description} Left out: no choice.` }),
  address: textField().optional().openapi({ description: 'Dialed instead of the addresses of the host.', example: '192.0.2.10' }),
}).openapi('NewCertificate');

const addAt = (path: '/v1/certificates/add' | '/v1/certificates', id: string, summary: string): Operation =>
  operation(addCertificate, {
    method: 'post',
    path,
    id,
    tag,
    summary,
    description:
      'Checks the endpoint at once, within 8 seconds, and monitors it from then on. A certificate that is expired, self-signed or otherwise invalid is added and judged; an endpoint that cannot be reached or speaks no TLS is refused and stored nowhere.',
    body: takes(newCertificate, { domain: 'example.com:8443' }),
    answers: answers('Added.', certificateAnswer),
    view: ({ certificate }) => ({ certificate: certificateOf(certificate) }),
    errors: [...refusedEndpoint, 'outside_api_key_scope'],
  });

export const addCertificateOperations: readonly Operation[] = [
  addAt('/v1/certificates/add', 'addCertificate', 'Add a certificate, at its other address'),
  addAt('/v1/certificates', 'createCertificate', 'Add a certificate'),
];

const upserted = strictBody({
  tags: z
    .record(z.string(), z.string('must be a text'), 'must be an object of texts')
    .optional()
    .openapi({ description: 'Replaces all tags. Left out: as they are.' }),
  environment_id: wireId<'environment'>('must be an id or null')
    .nullish()
    .openapi({ format: 'uuid', description: 'Null: in no environment. Left out: as it is.' }),
  anchors: anchorChoice()
    .optional()
    .openapi({ ...choiceText, description: `${choiceText.description} Left out: as it is.` }),
}).openapi('UpsertedCertificate');

export const upsertOperation = operation(upsertCertificate, {
  method: 'put',
  path: '/v1/certificates/by-domain/{domain}',
  tag,
  summary: 'Add or change the certificate of a domain',
  description:
    'Adds the endpoint when it is not monitored yet, as adding it does, and sets its tags and its environment. Sent again, it changes nothing.',
  params: z.object({
    domain: z.string().openapi({ description: '`host` or `host:port`, percent-encoded.', example: 'example.com' }),
  }),
  body: takes(upserted, { tags: { team: 'web' }, environment_id: null }),
  answers: answers('It was monitored already.', certificateAnswer),
  created: ({ created }) => created,
  view: ({ certificate }) => ({ certificate: certificateOf(certificate) }),
  errors: [...refusedEndpoint, 'certificate_not_found', 'conflict'],
});

const tagsToSave = savedBody(wireCertificate, {
  tags: z.record(z.string(), z.string('must be a text'), 'must be an object of texts').openapi({
    description: `Replaces all tags; those with a blank value are dropped. At most ${TAGS_MAX}, names of at most ${TAG_NAME_MAX_LENGTH} characters, values of at most ${TAG_VALUE_MAX_LENGTH}.`,
  }),
  environment_id: wireId<'environment'>('must be an id or null')
    .nullish()
    .openapi({ format: 'uuid', description: 'Null: in no environment. Left out: as it is.' }),
  version: z
    .int('must be a whole number')
    .optional()
    .openapi({ description: 'The `version` that was edited: a save that does not follow the latest one is refused with 409.' }),
}).openapi('CertificateTags');

export const updateTagsOperation = operation(updateCertificateTags, {
  method: 'put',
  path: '/v1/certificates/{id}/tags',
  tag,
  summary: 'Replace the tags and the environment of a certificate',
  params: certificateParameters,
  body: takes(tagsToSave, { tags: { env: 'production', team: 'web' }, environment_id: null, version: 1 }),
  input: ({ version, ...given }, c) => ({ ...given, version: version ?? c.get('matchedVersion') }),
  answers: answers('Saved.', certificateAnswer),
  view: ({ certificate }) => ({ certificate: certificateOf(certificate) }),
  missing: 'certificate_not_found',
  errors: ['environment_plan', 'environment_not_found', 'outside_api_key_scope', 'conflict'],
});

export const removeCertificateOperation = operation(removeCertificate, {
  method: 'delete',
  path: '/v1/certificates/{id}',
  tag,
  summary: 'Delete a certificate',
  description: 'Ends its monitoring and removes its history.',
  params: certificateParameters,
  answers: says('Certificate deleted successfully!'),
  missing: 'certificate_not_found',
});

const CHOOSE = 'Send ids or filter.';

export const removeCertificatesOperation = operation(removeCertificates, {
  method: 'post',
  path: '/v1/certificates/bulk-delete',
  tag,
  summary: 'Delete several certificates',
  description: `Ends their monitoring and removes their history. ${CHOOSE}`,
  body: takes(strictBody(selectionShape).openapi('CertificateSelection'), { ids: ['01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10'] }),
  input: (given) => {
    const selection = toSelection(given);
    // Nothing selected is not everything here: deleting all takes an explicit empty filter.
    if (selection === null) throw new DomainError('invalid_input', { details: [{ path: 'ids', message: CHOOSE }] });
    return selection;
  },
  answers: answers('How many were deleted.', z.object({ deleted: z.int().openapi({ example: 12 }) }).openapi('DeletedCertificates')),
  errors: ['search_invalid'],
});
