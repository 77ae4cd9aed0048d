import { auditLog } from '@notafter/db';
import type { OrgContext } from '@notafter/features';

/** Every row that the organization's audit log holds, oldest first. */
export const auditOf = async ({ db, org }: OrgContext): Promise<(typeof auditLog.$inferSelect)[]> =>
  (await db.select().from(auditLog).orderBy(auditLog.id)).filter(({ orgId }) => orgId === org.id);
