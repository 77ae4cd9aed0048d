import type { ServeOperation } from '../../rest-environment.ts';
import { serveAddCertificate } from './add.ts';
import { serveBulkDelete } from './bulk-delete.ts';
import { serveCheckCertificate } from './checks/check.ts';
import { serveCheckAll } from './checks/check-all.ts';
import { serveCheckRun } from './checks/check-run.ts';
import { serveGetCertificate } from './get.ts';
import { serveCompareHistory } from './history/compare-history.ts';
import { serveCertificateHistory } from './history/history.ts';
import { serveHistoryEntry } from './history/history-entry.ts';
import { serveImport } from './import/import.ts';
import { serveImportRun } from './import/import-run.ts';
import { serveDashboardStats } from './list/dashboard-stats.ts';
import { serveExport } from './list/export.ts';
import { serveFacets } from './list/facets.ts';
import { serveListCertificates } from './list/list.ts';
import { serveListCertificatePages } from './list/list-pages.ts';
import { serveRenewals } from './list/renewals.ts';
import { serveSslScores } from './list/ssl-scores.ts';
import { serveWidgets } from './list/widgets.ts';
import { serveRemoveCertificate } from './remove.ts';
import { serveUpdateTags } from './update-tags.ts';
import { serveUpsert } from './upsert.ts';

export const certificatesOperations: readonly ServeOperation[] = [
  serveListCertificates,
  serveListCertificatePages,
  serveAddCertificate,
  serveSslScores,
  serveImport,
  serveImportRun,
  serveExport,
  serveWidgets,
  serveFacets,
  serveCheckAll,
  serveCheckRun,
  serveBulkDelete,
  serveUpsert,
  serveGetCertificate,
  serveCertificateHistory,
  serveCompareHistory,
  serveHistoryEntry,
  serveRenewals,
  serveCheckCertificate,
  serveUpdateTags,
  serveRemoveCertificate,
  serveDashboardStats,
];
