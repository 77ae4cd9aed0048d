import { exportTrends, getAnalytics, getExpiries, getTeamAnalytics, getTimeline, listTrends } from '@notafter/features';
import { queryOf, router } from '../trpc.ts';

export const analyticsRouter = router({
  get: queryOf(getAnalytics),
  expiries: queryOf(getExpiries),
  team: queryOf(getTeamAnalytics),
  timeline: queryOf(getTimeline),
  trends: queryOf(listTrends),
  exportTrends: queryOf(exportTrends, ({ csv }) => ({ csv })),
});
