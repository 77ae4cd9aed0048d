import { z } from '@hono/zod-openapi';
import { DATE_ISSUER_MAX_LENGTH, type EnvironmentId, type ErrorCode, MONITORED_NAME_MAX_LENGTH } from '@notafter/domain';
import { addDate, addUpload, replaceUpload, updateDate } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { instantField, lineField, strictBody, textField } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { wireId } from '../../../wire/parameters.ts';
import { certificateAnswer, certificateOf, certificateParameters } from '../certificate-wire.ts';

const tag = 'Certificates';

/** Why a row without an endpoint is not added. */
const refused = [
  'certificate_limit',
  'certificate_exists',
  'environment_plan',
  'environment_not_found',
  'outside_api_key_scope',
] as const satisfies ErrorCode[];

const placement = {
  tags: z.record(z.string(), z.string('must be a text'), 'must be an object of texts').optional(),
  environment_id: wireId<'environment'>('must be an id or null').nullish().openapi({ format: 'uuid' }),
};
const version = z
  .int('must be a whole number')
  .optional()
  .openapi({ description: 'The `version` that was edited: a save that does not follow the latest one is refused with 409.' });
const certificate = textField().openapi({
  description:
    'PEM, or DER or PKCS #7 in base64: one certificate with its chain, in any order. A text with a private key is refused and stored nowhere.',
});
const expires_at = instantField().openapi({ description: 'The last instant at which it is valid.' });
const issuer = lineField(DATE_ISSUER_MAX_LENGTH, 'must be a text or null')
  .nullable()
  .openapi({ description: 'Who issued it, or a note.', example: 'Acme SSO' });
const name = lineField(MONITORED_NAME_MAX_LENGTH, 'Enter a name.').openapi({
  description: 'Unique among everything that the organization monitors.',
  example: 'Acme SAML signing key',
});

const pem = '-----BEGIN CERTIFICATE-----\nMIIB...\n-----END CERTIFICATE-----\n';
const example = { name: 'Acme SAML signing key', expires_at: '2027-06-30T12:00:00Z', issuer: 'Acme SSO' };

interface Placed {
  readonly tags?: Record<string, string> | undefined;
  readonly environmentId?: EnvironmentId | null | undefined;
}
const placementOf = ({ tags = {}, environmentId = null }: Placed) => ({ tags, environmentId });

export const uploadOperations: readonly Operation[] = [
  operation(addUpload, {
    method: 'post',
    path: '/v1/certificates/uploads',
    tag,
    summary: 'Upload a certificate',
    description:
      'Monitors a certificate that no reachable server shows. One that is expired or not trusted is added and judged. It is never probed; replace it when it was renewed.',
    body: takes(
      strictBody({
        certificate,
        name: name.optional().openapi({ description: "Left out: the certificate's first name." }),
        ...placement,
      }).openapi('NewUpload'),
      { certificate: pem, name: 'vpn.internal' },
    ),
    input: (given) => ({ ...given, ...placementOf(given) }),
    answers: answers('Added.', certificateAnswer),
    view: ({ certificate: added }) => ({ certificate: certificateOf(added) }),
    errors: ['upload_invalid', ...refused],
  }),
  operation(replaceUpload, {
    method: 'put',
    path: '/v1/certificates/{id}/upload',
    tag,
    summary: 'Replace an uploaded certificate',
    description: 'Ends the alerts of the certificate before. The same certificate again changes nothing else.',
    params: certificateParameters,
    body: takes(strictBody({ certificate, version }).openapi('ReplacedUpload'), { certificate: pem, version: 1 }),
    input: ({ version: given, ...body }, c) => ({ ...body, version: given ?? c.get('matchedVersion') }),
    answers: answers('Replaced.', certificateAnswer),
    view: ({ certificate: replaced }) => ({ certificate: certificateOf(replaced) }),
    missing: 'certificate_not_found',
    errors: ['upload_invalid', 'not_an_upload', 'conflict'],
  }),
  operation(addDate, {
    method: 'post',
    path: '/v1/certificates/dates',
    tag,
    summary: 'Add a date',
    description: 'Monitors a date that no file shows, such as that of a signing key at a vendor, a contract or a token.',
    body: takes(strictBody({ name, expires_at, issuer: issuer.optional(), ...placement }).openapi('NewDate'), example),
    input: (given) => ({ ...given, ...placementOf(given), issuer: given.issuer ?? null }),
    answers: answers('Added.', certificateAnswer),
    view: ({ certificate: added }) => ({ certificate: certificateOf(added) }),
    errors: refused,
  }),
  operation(updateDate, {
    method: 'put',
    path: '/v1/certificates/{id}/date',
    tag,
    summary: 'Change a date',
    description: 'Ends the alerts of the date before.',
    params: certificateParameters,
    body: takes(
      strictBody({
        expires_at,
        issuer: issuer.optional().openapi({ description: 'Left out: as it is.' }),
        version,
      }).openapi('ChangedDate'),
      { expires_at: '2028-06-30T12:00:00Z', version: 1 },
    ),
    input: ({ version: given, ...body }, c) => ({ ...body, version: given ?? c.get('matchedVersion') }),
    answers: answers('Changed.', certificateAnswer),
    view: ({ certificate: changed }) => ({ certificate: certificateOf(changed) }),
    missing: 'certificate_not_found',
    errors: ['not_a_date', 'conflict'],
  }),
];
