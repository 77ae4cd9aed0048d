import { createRoute, z } from '@hono/zod-openapi';
import { upsertCertificate } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { strictBody } from '../../wire/fields.ts';
import { wireId } from '../../wire/parameters.ts';
import { certificateAnswer, toWireCertificate } from './certificate-wire.ts';

const body = strictBody({
  tags: z
    .record(z.string(), z.string('must be a text'), 'must be an object of texts')
    .optional()
    .openapi({ description: 'Replaces all tags. Left out: as they are.' }),
  environment_id: wireId<'environment'>('must be an id or null')
    .nullish()
    .openapi({ format: 'uuid', description: 'Null: in no environment. Left out: as it is.' }),
}).openapi('UpsertedCertificate');

const route = createRoute({
  method: 'put',
  path: '/v1/certificates/by-domain/{domain}',
  operationId: 'upsertCertificate',
  tags: ['Certificates'],
  summary: 'Add or change the certificate of a domain',
  description:
    'Adds the endpoint when it is not monitored yet, as adding it does, and sets its tags and its environment. Sent again, it changes nothing.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    params: z.object({
      domain: z.string().openapi({ description: '`host` or `host:port`, percent-encoded.', example: 'example.com' }),
    }),
    body: { required: true, content: { 'application/json': { schema: body, example: { tags: { team: 'web' }, environment_id: null } } } },
  },
  responses: {
    200: { description: 'It was monitored already.', content: { 'application/json': { schema: certificateAnswer } } },
    201: { description: 'Added.', content: { 'application/json': { schema: certificateAnswer } } },
    ...errorResponses(
      ...bodyErrors,
      ...adminErrors,
      'target_invalid',
      'target_wildcard',
      'target_unreachable',
      'target_not_allowed',
      'certificate_limit',
      'certificate_exists',
      'environment_plan',
      'environment_not_found',
      'certificate_not_found',
      'conflict',
    ),
  },
});

export const serveUpsert = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { tags, environment_id: environmentId } = c.req.valid('json');
    const { certificate, created } = await upsertCertificate(c.get('org'), { ...c.req.valid('param'), tags, environmentId });
    return c.json({ certificate: toWireCertificate(certificate) }, created ? 201 : 200);
  });
};
