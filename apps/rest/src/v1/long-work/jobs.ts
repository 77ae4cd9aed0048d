import { createRoute, z } from '@hono/zod-openapi';
import { jobStates, jobTypes } from '@notafter/domain';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { cancelJob, getJob, listJobs } from '@notafter/features';
import { adminErrors, errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { pageParameters } from '../../wire/page.ts';
import { idParameter, nextCursor } from '../../wire/parameters.ts';
import { toWireJob, wireJob } from './job-wire.ts';

const params = z.object({
  job_id: idParameter<'check-run' | 'certificate-import' | 'discovery-job'>('The `job_id` that starting it answered.'),
});

const jobAnswer = (description: string) => ({ 200: { description, content: { 'application/json': { schema: wireJob } } } });

const list = createRoute({
  method: 'get',
  path: '/v1/jobs',
  operationId: 'listJobs',
  tags: ['Jobs'],
  summary: 'List jobs',
  description: 'Check runs, imports and discoveries of the last 30 days, newest first.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    query: z.object({
      type: z
        .enum(jobTypes, `must be ${jobTypes.join(', ')}`)
        .optional()
        .openapi({ param: { name: 'type', in: 'query' } }),
      state: z
        .enum(jobStates, `must be ${jobStates.join(', ')}`)
        .optional()
        .openapi({ param: { name: 'state', in: 'query' } }),
      ...pageParameters('Jobs'),
    }),
  },
  responses: {
    200: {
      description: 'The jobs.',
      content: { 'application/json': { schema: z.object({ jobs: z.array(wireJob), next_cursor: nextCursor() }).openapi('JobList') } },
    },
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

const get = createRoute({
  method: 'get',
  path: '/v1/jobs/{job_id}',
  operationId: 'getJob',
  tags: ['Jobs'],
  summary: 'Get a job',
  description: 'Its state and progress. Poll it about once a second until `finished_at` is set; `result_url` has the details.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params },
  responses: { ...jobAnswer('The job.'), ...errorResponses(...memberErrors, 'job_not_found') },
});

const cancel = createRoute({
  method: 'post',
  path: '/v1/jobs/{job_id}/cancel',
  operationId: 'cancelJob',
  tags: ['Jobs'],
  summary: 'Cancel a job',
  description:
    'Needs no body. Work that is done stays and is counted; the rest is not done. Cancelling a cancelled job changes nothing. A job that has completed or failed answers 409 with its state in `conflict`.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params },
  responses: { ...jobAnswer('The job is cancelled.'), ...errorResponses(...adminErrors, 'job_not_found', 'job_finished') },
});

export const serveJobs = (app: RestRouter): void => {
  app.openapi(list, async (c) => {
    const { type, state, limit = LIST_LIMIT_DEFAULT, cursor } = c.req.valid('query');
    const { jobs, nextCursor: next_cursor } = await listJobs(c.get('org'), { type, state, limit, cursor });
    return c.json({ jobs: jobs.map(toWireJob), next_cursor }, 200);
  });
  app.openapi(
    get,
    async (c) => c.json(toWireJob(await getJob(c.get('org'), { id: c.req.valid('param').job_id })), 200),
    refuseBadInputOr('job_not_found'),
  );
  app.openapi(
    cancel,
    async (c) => c.json(toWireJob(await cancelJob(c.get('org'), { id: c.req.valid('param').job_id })), 200),
    refuseBadInputOr('job_not_found'),
  );
};
