import { getAnalytics, getExpiries, getTeamAnalytics, getTimeline } from '@notafter/features';
import { queryOf, router } from '../trpc.ts';

export const analyticsRouter = router({
  get: queryOf(getAnalytics),
  expiries: queryOf(getExpiries),
  team: queryOf(getTeamAnalytics),
  timeline: queryOf(getTimeline),
});
