import { listAuditLog } from '@notafter/features';
import { queryOf, router } from '../trpc.ts';

/** The export is a file: `GET /v1/audit/export`. */
export const auditRouter = router({
  list: queryOf(listAuditLog),
});
