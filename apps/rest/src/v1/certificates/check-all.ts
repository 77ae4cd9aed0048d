import { createRoute, z } from '@hono/zod-openapi';
import { SELECTION_MAX } from '@notafter/domain/inputs';
import { startCheckRun } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { rowId, strictBody } from '../../wire/fields.ts';
import { bodyIfAny } from '../../wire/optional-body.ts';
import { wireId } from '../../wire/parameters.ts';

// An empty list is refused: it must not mean everything.
const IDS_MESSAGE = `must be a list of 1 to ${SELECTION_MAX} ids`;
const body = strictBody({
  ids: z
    .array(wireId<'certificate'>('must be an id'), IDS_MESSAGE)
    .min(1, IDS_MESSAGE)
    .max(SELECTION_MAX, IDS_MESSAGE)
    .optional()
    .openapi({
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      description: 'Checks these certificates only. Ids of certificates that are not yours are passed over.',
    }),
}).openapi('CheckSelection');

const route = createRoute({
  method: 'post',
  path: '/v1/certificates/check-all',
  operationId: 'checkAllCertificates',
  tags: ['Certificates'],
  summary: 'Check every certificate',
  description:
    'Needs no body; with `ids` checks those certificates only. Answers at once; follow the progress with the `job_id`. While a run that covers the same certificates is under way, its `job_id` is answered.',
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
    ...errorResponses(...bodyErrors, ...adminErrors),
  },
});

export const serveCheckAll = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { ids } = c.req.valid('json');
    const { queued, jobId } = await startCheckRun(c.get('org'), ids === undefined ? { all: true } : { ids });
    return c.json({ queued, job_id: jobId }, 200);
  });
};
