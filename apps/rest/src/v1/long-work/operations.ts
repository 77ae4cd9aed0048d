import { z } from '@hono/zod-openapi';
import { jobStates, jobTypes } from '@notafter/domain';
import { cancelJob, getJob, listJobs } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { answers } from '../../wire/media.ts';
import { idParameter, nextCursor, pageParameters } from '../../wire/parameters.ts';
import { jobOf, wireJob } from './job-wire.ts';

const tag = 'Jobs';
const missing = 'job_not_found';

const params = z.object({
  job_id: idParameter<'check-run' | 'certificate-import' | 'discovery-job'>('The `job_id` that starting it answered.'),
});

export const longWorkOperations: readonly Operation[] = [
  operation(listJobs, {
    method: 'get',
    path: '/v1/jobs',
    tag,
    summary: 'List jobs',
    description: 'Check runs, imports and discoveries of the last 30 days, newest first.',
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
    answers: answers('The jobs.', z.object({ jobs: z.array(wireJob), next_cursor: nextCursor() }).openapi('JobList')),
    view: ({ jobs, ...page }) => ({ ...page, jobs: jobs.map(jobOf) }),
  }),
  operation(getJob, {
    method: 'get',
    path: '/v1/jobs/{job_id}',
    tag,
    summary: 'Get a job',
    description: 'Its state and progress. Poll it about once a second until `finished_at` is set; `result_url` has the details.',
    params,
    input: ({ jobId }) => ({ id: jobId }),
    answers: answers('The job.', wireJob),
    view: jobOf,
    missing,
  }),
  operation(cancelJob, {
    method: 'post',
    path: '/v1/jobs/{job_id}/cancel',
    tag,
    summary: 'Cancel a job',
    description:
      'Needs no body. Work that is done stays and is counted; the rest is not done. Cancelling a cancelled job changes nothing. A job that has completed or failed answers 409 with its state in `conflict`.',
    params,
    input: ({ jobId }) => ({ id: jobId }),
    answers: answers('The job is cancelled.', wireJob),
    view: jobOf,
    missing,
    errors: ['job_finished'],
  }),
];
