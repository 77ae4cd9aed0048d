import {
  deleteOrganization,
  disableOrganization,
  getAdminCharts,
  getAdminDashboard,
  getAdminHealth,
  listAdminActivity,
  listOrganizations,
  resetOrganization,
  updateOrganizationPlan,
} from '@notafter/features';
import { mutationOf, queryOf, router } from '../trpc.ts';

export const adminRouter = router({
  dashboard: queryOf(getAdminDashboard),
  charts: queryOf(getAdminCharts),
  health: queryOf(getAdminHealth),
  activity: queryOf(listAdminActivity),
  organizations: queryOf(listOrganizations),
  disable: mutationOf(disableOrganization),
  reset: mutationOf(resetOrganization),
  delete: mutationOf(deleteOrganization),
  updatePlan: mutationOf(updateOrganizationPlan),
});
