import { certificates, type Executor } from '@notafter/db';
import type { OrganizationId } from '@notafter/domain';
import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { literalInLike } from '../../literal-in-like.ts';

/** Whether the organization has an endpoint at or below a domain that has answered. */
export const hasEndpointBelow = async (db: Executor, orgId: OrganizationId, domain: string): Promise<boolean> => {
  const [row] = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(
      and(
        eq(certificates.orgId, orgId),
        eq(certificates.source, 'endpoint'),
        isNotNull(certificates.fingerprint256),
        or(eq(certificates.host, domain), sql`${certificates.host} like ${`%.${literalInLike(domain)}`}`),
      ),
    )
    .limit(1);
  return row !== undefined;
};
