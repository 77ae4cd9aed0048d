import { createRoute } from '@hono/zod-openapi';
import { removeCertificate } from '@notafter/features';
import { adminErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { saysMessage } from '../../wire/message.ts';
import { certificateParameters } from './certificate-parameters.ts';

const REMOVED = 'Certificate deleted successfully!';

const route = createRoute({
  method: 'delete',
  path: '/v1/certificates/{id}',
  operationId: 'removeCertificate',
  tags: ['Certificates'],
  summary: 'Delete a certificate',
  description: 'Ends its monitoring and removes its history.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: certificateParameters },
  responses: { 200: saysMessage(REMOVED), ...errorResponses(...adminErrors, 'certificate_not_found') },
});

export const serveRemoveCertificate = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      await removeCertificate(c.get('org'), c.req.valid('param'));
      return c.json({ message: REMOVED }, 200);
    },
    refuseBadInputOr('certificate_not_found'),
  );
};
