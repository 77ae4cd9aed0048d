import { createRoute, z } from '@hono/zod-openapi';
import { TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH, TAGS_MAX } from '@notafter/domain';
import { updateCertificateTags } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { savedBody } from '../../wire/fields.ts';
import { wireId } from '../../wire/parameters.ts';
import { certificateParameters } from './certificate-parameters.ts';
import { certificateAnswer, toWireCertificate, wireCertificate } from './certificate-wire.ts';

const body = savedBody(wireCertificate, {
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

const route = createRoute({
  method: 'put',
  path: '/v1/certificates/{id}/tags',
  operationId: 'updateCertificateTags',
  tags: ['Certificates'],
  summary: 'Replace the tags and the environment of a certificate',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    params: certificateParameters,
    body: {
      required: true,
      content: {
        'application/json': { schema: body, example: { tags: { env: 'production', team: 'web' }, environment_id: null, version: 1 } },
      },
    },
  },
  responses: {
    200: { description: 'Saved.', content: { 'application/json': { schema: certificateAnswer } } },
    ...errorResponses(
      ...bodyErrors,
      ...adminErrors,
      'environment_plan',
      'certificate_not_found',
      'environment_not_found',
      'outside_api_key_scope',
      'conflict',
    ),
  },
});

export const serveUpdateTags = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { tags, environment_id, version = c.get('matchedVersion') } = c.req.valid('json');
      const input = { ...c.req.valid('param'), tags, environmentId: environment_id, version };
      const { certificate } = await updateCertificateTags(c.get('org'), input);
      return c.json({ certificate: toWireCertificate(certificate) }, 200);
    },
    refuseBadInputOr('certificate_not_found'),
  );
};
