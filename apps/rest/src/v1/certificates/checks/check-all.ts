import { createRoute, z } from '@hono/zod-openapi';
import { startCheckRun } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { rowId, strictBody } from '../../../wire/fields.ts';
import { bodyIfAny } from '../../../wire/optional-body.ts';
import { acceptedJob, answerStarted } from '../../long-work/job-wire.ts';
import { selectionShape, toSelection } from '../selection-wire.ts';

const body = strictBody(selectionShape).openapi('CheckSelection');

const route = createRoute({
  method: 'post',
  path: '/v1/certificates/check-all',
  operationId: 'checkAllCertificates',
  tags: ['Certificates'],
  summary: 'Check every certificate',
  description:
    'Needs no body; with `ids` or `filter` checks those certificates only. Answers at once; follow the progress with the `job_id`. While a run that covers the same certificates is under way, its `job_id` is answered.',
  security: [{ session: [] }],
  middleware: [signedIn, bodyIfAny] as const,
  request: {
    body: { content: { 'application/json': { schema: body, example: { ids: ['01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10'] } } } },
  },
  responses: {
    200: {
      description: 'The checks are queued.',
      content: {
        'application/json': { schema: z.object({ queued: z.int().openapi({ example: 12 }), job_id: rowId() }).openapi('CheckRunStarted') },
      },
    },
    ...acceptedJob,
    ...errorResponses(...bodyErrors, ...adminErrors, 'search_invalid'),
  },
});

export const serveCheckAll = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const selection = toSelection(c.req.valid('json')) ?? { all: true as const };
    const { queued, jobId } = await startCheckRun(c.get('org'), selection);
    return answerStarted(c, c.get('org'), jobId, () => c.json({ queued, job_id: jobId }, 200));
  });
};
