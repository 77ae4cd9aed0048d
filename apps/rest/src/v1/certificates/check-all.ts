import { createRoute, z } from '@hono/zod-openapi';
import { startCheckRun } from '@notafter/features';
import { adminErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { rowId } from '../../wire/fields.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/certificates/check-all',
  operationId: 'checkAllCertificates',
  tags: ['Certificates'],
  summary: 'Check every certificate',
  description: 'Needs no body. Answers at once; follow the progress with the `job_id`.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: {
      description: 'The checks are queued.',
      content: {
        'application/json': { schema: z.object({ queued: z.int().openapi({ example: 12 }), job_id: rowId() }).openapi('CheckRunStarted') },
      },
    },
    ...errorResponses(...adminErrors),
  },
});

export const serveCheckAll = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { queued, jobId } = await startCheckRun(c.get('org'), { all: true });
    return c.json({ queued, job_id: jobId }, 200);
  });
};
