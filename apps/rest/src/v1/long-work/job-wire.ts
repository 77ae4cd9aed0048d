import { z } from '@hono/zod-openapi';
import { type JobId, jobStates, jobTypes } from '@notafter/domain';
import { type JobView, readStartedJob } from '@notafter/features';
import { orgOf, type RestContext } from '../../rest-environment.ts';
import { instant, rowId } from '../../wire/fields.ts';
import { mapperTo } from '../../wire/names.ts';

const resultOf = ({ type, id, subject }: Pick<JobView, 'type' | 'id' | 'subject'>): string => {
  switch (type) {
    case 'check_run':
      return `/v1/certificates/check-all/${id}`;
    case 'import':
      return `/v1/certificates/import/${id}`;
    case 'discovery':
      return `/v1/certificates/discover/${id}`;
    default:
      return `/v1/services/${subject}`;
  }
};

export const wireJob = z
  .object({
    job_id: rowId(),
    type: z.enum(jobTypes).openapi({ example: 'check_run' }),
    state: z
      .enum(jobStates)
      .openapi({ description: '`queued` and `running` lead to one of the others, which do not change.', example: 'running' }),
    progress: z.object({ done: z.int().openapi({ example: 120 }), total: z.int().nullable().openapi({ example: 480 }) }).openapi({
      description: 'Certificates of a `check_run`, lines of an `import`, percent of the others. `total` is null if unknown.',
    }),
    error: z.string().nullable().openapi({ description: 'Why it is `failed`.', example: null }),
    result_url: z.string().openapi({
      description: 'The path of the details: per certificate, per line, per host; or the data service.',
      example: '/v1/certificates/check-all/01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10',
    }),
    requested_by: rowId().nullable().openapi({ description: 'The user who started it. Null for an API key or a former user.' }),
    created_at: instant(),
    finished_at: instant().nullable(),
  })
  .openapi('Job');

/** A job has its id under another name than other rows, and the path of its details. */
export const jobOf = ({ id, subject, ...job }: JobView) => ({ ...job, jobId: id, resultUrl: resultOf({ type: job.type, id, subject }) });
const toWireJob = mapperTo(wireJob);

/** The second answer of an operation that starts long work; `withWireRules` documents its headers. */
export const acceptedJob = {
  202: { description: 'With `Prefer: respond-async`: the job.', content: { 'application/json': { schema: wireJob } } },
};

/** RFC 7240: a list of preferences; a value or parameters of this one mean nothing. */
export const prefersAsync = (c: RestContext): boolean =>
  (c.req.header('Prefer') ?? '').split(',').some((preference) => /^\s*respond-async\s*(?:[;=]|$)/i.test(preference));

/** Names the started job in `Location`; answers 202 with it to callers that prefer that, and to others what the operation always answered. */
export const answerStarted = async (c: RestContext, id: JobId, answer: () => Response): Promise<Response> => {
  c.header('Location', `/v1/jobs/${id}`);
  if (!prefersAsync(c)) return answer();
  c.header('Preference-Applied', 'respond-async');
  return c.json(toWireJob(jobOf(await readStartedJob(orgOf(c), id))), 202);
};
