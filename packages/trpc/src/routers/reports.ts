import {
  getReportLink,
  getReportSettings,
  previewReport,
  saveReportSettings,
  subscribeByLink,
  testReport,
  unsubscribeByLink,
} from '@notafter/features';
import { mutationOf, queryOf, router } from '../trpc.ts';

export const reportsRouter = router({
  settings: queryOf(getReportSettings),
  save: mutationOf(saveReportSettings),
  preview: queryOf(previewReport),
  test: mutationOf(testReport),
  link: queryOf(getReportLink),
  subscribe: mutationOf(subscribeByLink),
  unsubscribe: mutationOf(unsubscribeByLink),
});
