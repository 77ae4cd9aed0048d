import type { Operation } from '../../operation.ts';
import { assignCertificateAnchorsOperation } from './anchors/operations.ts';
import { checkAllOperation, checkCertificateOperation, getCheckRunOperation, lintOperation } from './checks/checks.ts';
import { deploymentOperation } from './deployment.ts';
import { getCertificateOperation } from './get.ts';
import { historyOperations } from './history/history.ts';
import { getImportOperation, startImportOperation } from './import/import.ts';
import { dashboardStatsOperation, facetsOperation, widgetsOperation } from './list/figures.ts';
import { exportCertificatesOperation, listCertificatePagesOperation, listCertificatesOperation } from './list/list.ts';
import { exportSslScoresOperation, renewalsOperation, sslScoresOperation } from './list/served.ts';
import { metricsOperation } from './prometheus/metrics.ts';
import { targetsOperation } from './prometheus/targets.ts';
import { renewalCheckOperations } from './renewal.ts';
import { uploadOperations } from './uploads/uploads.ts';
import {
  addCertificateOperations,
  removeCertificateOperation,
  removeCertificatesOperation,
  updateTagsOperation,
  upsertOperation,
} from './writes.ts';

export const certificatesOperations: readonly Operation[] = [
  listCertificatesOperation,
  listCertificatePagesOperation,
  ...addCertificateOperations,
  ...uploadOperations,
  sslScoresOperation,
  exportSslScoresOperation,
  startImportOperation,
  getImportOperation,
  exportCertificatesOperation,
  metricsOperation,
  targetsOperation,
  widgetsOperation,
  facetsOperation,
  checkAllOperation,
  getCheckRunOperation,
  removeCertificatesOperation,
  upsertOperation,
  getCertificateOperation,
  lintOperation,
  ...historyOperations,
  renewalsOperation,
  deploymentOperation,
  ...renewalCheckOperations,
  checkCertificateOperation,
  updateTagsOperation,
  assignCertificateAnchorsOperation,
  removeCertificateOperation,
  dashboardStatsOperation,
];
