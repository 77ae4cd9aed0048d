import {
  deleteOrganization,
  disableOrganization,
  getAdminCharts,
  getAdminDashboard,
  getAdminHealth,
  getDatabaseFigures,
  getOperatorView,
  listAdminActivity,
  listFailingChannels,
  listOrganizations,
  resendDeadLetters,
  resetOrganization,
  retryFailedJobs,
  updateOrganizationPlan,
} from '@notafter/features';
import { mutationOf, queryOf, router } from '../trpc.ts';

export const adminRouter = router({
  dashboard: queryOf(getAdminDashboard),
  charts: queryOf(getAdminCharts),
  health: queryOf(getAdminHealth),
  activity: queryOf(listAdminActivity),
  organizations: queryOf(listOrganizations),
  operatorView: queryOf(getOperatorView),
  database: queryOf(getDatabaseFigures),
  failingChannels: queryOf(listFailingChannels),
  resend: mutationOf(resendDeadLetters),
  retryFailedJobs: mutationOf(retryFailedJobs),
  disable: mutationOf(disableOrganization),
  reset: mutationOf(resetOrganization),
  delete: mutationOf(deleteOrganization),
  updatePlan: mutationOf(updateOrganizationPlan),
});
