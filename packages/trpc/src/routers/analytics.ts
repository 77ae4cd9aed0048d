import {
  exportCbom,
  exportReadiness,
  exportTrends,
  getAnalytics,
  getCryptography,
  getExpiries,
  getReadiness,
  getTeamAnalytics,
  getTimeline,
  listReadiness,
  listTrends,
} from '@notafter/features';
import { queryOf, router } from '../trpc.ts';

export const analyticsRouter = router({
  get: queryOf(getAnalytics),
  expiries: queryOf(getExpiries),
  team: queryOf(getTeamAnalytics),
  timeline: queryOf(getTimeline),
  trends: queryOf(listTrends),
  readiness: queryOf(getReadiness),
  readinessByEndpoint: queryOf(listReadiness),
  cryptography: queryOf(getCryptography),
  exportCbom: queryOf(exportCbom),
  exportReadiness: queryOf(exportReadiness, ({ csv, nextCursor }) => ({ csv, nextCursor })),
  exportTrends: queryOf(exportTrends, ({ csv }) => ({ csv })),
});
