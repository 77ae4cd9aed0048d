import type { Operation } from '../operation.ts';
import type { RestRouter } from '../rest-environment.ts';
import { accountsOperations } from './accounts/operations.ts';
import { adminOperations } from './admin/operations.ts';
import { analyticsOperations } from './analytics/operations.ts';
import { auditOperations } from './audit/operations.ts';
import { billingOperations } from './billing/operations.ts';
import { anchorOperations } from './certificates/anchors/operations.ts';
import { calendarOperations } from './certificates/calendar/operations.ts';
import { certificatesOperations } from './certificates/operations.ts';
import { collectorDocsOperations } from './collectors/docs.ts';
import { collectorOperations } from './collectors/operations.ts';
import { configurationOperations } from './configuration/operations.ts';
import { discoveryOperations } from './discovery/operations.ts';
import { environmentsOperations } from './environments/operations.ts';
import { longWorkOperations } from './long-work/operations.ts';
import { notificationsOperations } from './notifications/operations.ts';
import { publicStatusOperations } from './public-status/operations.ts';
import { reportsOperations } from './reports/operations.ts';
import { servicesOperations } from './services/operations.ts';
import { settingsOperations } from './settings/operations.ts';
import { teamOperations } from './team/operations.ts';
import { transparencyOperations } from './transparency/operations.ts';

/**
 * Every operation of the document; the reference shows each tag's operations in this order. Fixed paths come before those with an
 * id: discovery and analytics have some below `/v1/certificates`.
 */
export const operations: readonly Operation[] = [
  ...accountsOperations,
  ...discoveryOperations,
  ...analyticsOperations,
  ...certificatesOperations,
  ...longWorkOperations,
  ...calendarOperations,
  ...anchorOperations,
  ...environmentsOperations,
  ...notificationsOperations,
  ...billingOperations,
  ...teamOperations,
  ...auditOperations,
  ...settingsOperations,
  ...publicStatusOperations,
  ...reportsOperations,
  ...servicesOperations,
  ...configurationOperations,
  ...collectorOperations,
  ...transparencyOperations,
  ...collectorDocsOperations,
  ...adminOperations,
];

export const serveOperations = (app: RestRouter): void => {
  for (const { serve } of operations) serve(app);
};
