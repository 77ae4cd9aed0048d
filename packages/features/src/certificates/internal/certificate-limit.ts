import { certificateCounts, type Executor } from '@notafter/db';
import type { OrganizationId } from '@notafter/domain';
import { eq, sum } from 'drizzle-orm';

/** Returns how many more certificates the limit allows; at least 0. */
export const remainingCapacity = async (db: Executor, orgId: OrganizationId, limit: number): Promise<number> => {
  const [counted] = await db
    .select({ total: sum(certificateCounts.total) })
    .from(certificateCounts)
    .where(eq(certificateCounts.orgId, orgId));
  return Math.max(0, limit - Number(counted?.total ?? 0));
};
