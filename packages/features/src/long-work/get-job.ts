import type { JobId } from '@notafter/domain';
import { jobIdInput } from '@notafter/domain/inputs';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { getJobForOrg, type JobView } from './internal/job-rows.ts';

/** Returns the progress of a check run, an import or a discovery. Throws `job_not_found`, also for another organization's or scope's id. */
export const getJob = useCase({
  name: 'long-work/get-job',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: jobIdInput,
})(async (ctx, { id }): Promise<JobView> => getJobForOrg(ctx.db, ctx.reach, id));

/** Returns the job that the caller has just started: a key that can start work but not read it gets this one response. */
export const readStartedJob = (ctx: OrgContext, id: JobId): Promise<JobView> => getJobForOrg(ctx.db, ctx.reach, id);
