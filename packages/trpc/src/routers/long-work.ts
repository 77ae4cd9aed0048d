import { cancelJob, getJob, listJobs } from '@notafter/features';
import { mutationOf, queryOf, router } from '../trpc.ts';

export const longWorkRouter = router({
  list: queryOf(listJobs),
  get: queryOf(getJob),
  cancel: mutationOf(cancelJob),
});
