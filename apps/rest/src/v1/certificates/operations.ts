import type { ServeOperation } from '../../rest-environment.ts';
import { serveAddCertificate } from './add.ts';
import { serveBulkDelete } from './bulk-delete.ts';
import { serveCheckCertificate } from './check.ts';
import { serveCheckAll } from './check-all.ts';
import { serveCheckRun } from './check-run.ts';
import { serveCompareHistory } from './compare-history.ts';
import { serveDashboardStats } from './dashboard-stats.ts';
import { serveExport } from './export.ts';
import { serveFacets } from './facets.ts';
import { serveGetCertificate } from './get.ts';
import { serveCertificateHistory } from './history.ts';
import { serveHistoryEntry } from './history-entry.ts';
import { serveImport } from './import.ts';
import { serveImportRun } from './import-run.ts';
import { serveListCertificates } from './list.ts';
import { serveListCertificatePages } from './list-pages.ts';
import { serveRemoveCertificate } from './remove.ts';
import { serveRenewals } from './renewals.ts';
import { serveSslScores } from './ssl-scores.ts';
import { serveUpdateTags } from './update-tags.ts';
import { serveUpsert } from './upsert.ts';
import { serveWidgets } from './widgets.ts';

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
