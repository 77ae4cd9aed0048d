import { getAnalytics, getExpiries } from '@notafter/features';
import { queryOf, router } from '../trpc.ts';

export const analyticsRouter = router({
  get: queryOf(getAnalytics),
  expiries: queryOf(getExpiries),
});
