import { certificateCounts, certificates, type Executor } from '@notafter/db';
import type { OrganizationId } from '@notafter/domain';
import { and, eq, isNotNull, sum } from 'drizzle-orm';

/** Returns how many certificates count against the limit: all but the endpoints of data services. */
export const countLimited = async (db: Executor, orgId: OrganizationId): Promise<number> => {
  const [[counted], services] = await Promise.all([
    db
      .select({ total: sum(certificateCounts.total) })
      .from(certificateCounts)
      .where(eq(certificateCounts.orgId, orgId)),
    db.$count(certificates, and(eq(certificates.orgId, orgId), isNotNull(certificates.serviceId))),
  ]);
  return Number(counted?.total ?? 0) - services;
};

/** Returns how many more certificates the limit allows; at least 0. */
export const remainingCapacity = async (db: Executor, orgId: OrganizationId, limit: number): Promise<number> =>
  Math.max(0, limit - (await countLimited(db, orgId)));
