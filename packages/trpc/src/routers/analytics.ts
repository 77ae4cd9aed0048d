import { getAnalytics } from '@notafter/features';
import { memberProcedure, router } from '../trpc.ts';

export const analyticsRouter = router({
  get: memberProcedure.query(({ ctx }) => getAnalytics(ctx.org)),
});
