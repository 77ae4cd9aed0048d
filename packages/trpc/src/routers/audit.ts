import { listAuditLogInput } from '@notafter/domain/inputs';
import { listAuditLog } from '@notafter/features';
import { memberProcedure, router } from '../trpc.ts';

/** The export is a file: `GET /v1/audit/export`. */
export const auditRouter = router({
  list: memberProcedure.input(listAuditLogInput).query(({ ctx, input }) => listAuditLog(ctx.org, input)),
});
