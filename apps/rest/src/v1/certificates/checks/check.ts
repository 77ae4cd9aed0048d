import { createRoute } from '@hono/zod-openapi';
import { checkCertificate } from '@notafter/features';
import { adminErrors, errorResponses } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { certificateParameters } from '../certificate-parameters.ts';
import { certificateAnswer, toWireCertificate } from '../certificate-wire.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/certificates/{id}/check',
  operationId: 'checkCertificate',
  tags: ['Certificates'],
  summary: 'Check a certificate now',
  description: 'Needs no body. An endpoint that cannot be reached is an answer too: `unreachable` says why.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: certificateParameters },
  responses: {
    200: { description: 'The certificate as just seen.', content: { 'application/json': { schema: certificateAnswer } } },
    ...errorResponses(...adminErrors, 'certificate_not_found'),
  },
});

export const serveCheckCertificate = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { certificate } = await checkCertificate(c.get('org'), c.req.valid('param'));
      return c.json({ certificate: toWireCertificate(certificate) }, 200);
    },
    refuseBadInputOr('certificate_not_found'),
  );
};
