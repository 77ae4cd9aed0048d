import { jobIdInput, listJobsInput } from '@notafter/domain/inputs';
import { cancelJob, getJob, listJobs } from '@notafter/features';
import { memberProcedure, router } from '../trpc.ts';

export const longWorkRouter = router({
  list: memberProcedure.input(listJobsInput).query(({ ctx, input }) => listJobs(ctx.org, input)),
  get: memberProcedure.input(jobIdInput).query(({ ctx, input }) => getJob(ctx.org, input)),
  cancel: memberProcedure.input(jobIdInput).mutation(({ ctx, input }) => cancelJob(ctx.org, input)),
});
