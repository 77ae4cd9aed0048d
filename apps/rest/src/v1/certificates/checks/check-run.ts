import { createRoute, z } from '@hono/zod-openapi';
import { getCheckRun } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { instant, rowId } from '../../../wire/fields.ts';
import { idParameter } from '../../../wire/parameters.ts';
import { isoOrNull } from '../certificate-wire.ts';

const checkRun = z
  .object({
    job_id: rowId(),
    status: z.enum(['running', 'completed', 'failed']).openapi({ description: 'A cancelled one is `failed` with the error `Cancelled`.' }),
    total: z.int().openapi({ example: 12 }),
    succeeded: z.int().openapi({ example: 11 }),
    failed: z.int().openapi({ example: 1 }),
    error: z.string().nullable().openapi({ description: 'Why it is `failed`; `Cancelled` if it was cancelled.', example: null }),
    failures: z.array(
      z.object({
        id: rowId(),
        domain: z.string().openapi({ example: 'old.example.com' }),
        message: z.string().openapi({ example: 'Connection refused by 192.0.2.10:443.' }),
      }),
    ),
    finished_at: instant().nullable(),
  })
  .openapi('CheckRun');

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/check-all/{job_id}',
  operationId: 'getCheckRun',
  tags: ['Certificates'],
  summary: 'Progress of a check of every certificate',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: z.object({ job_id: idParameter<'check-run'>('The `job_id` that starting it answered.') }) },
  responses: {
    200: { description: 'How far it is.', content: { 'application/json': { schema: checkRun } } },
    ...errorResponses(...memberErrors, 'not_found'),
  },
});

export const serveCheckRun = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { id, finishedAt, ...run } = await getCheckRun(c.get('org'), { id: c.req.valid('param').job_id });
      const { status, total, succeeded, failed, error, failures } = run;
      const counts = { total, succeeded, failed };
      return c.json({ job_id: id, status, ...counts, error, failures: [...failures], finished_at: isoOrNull(finishedAt) }, 200);
    },
    refuseBadInputOr('not_found'),
  );
};
