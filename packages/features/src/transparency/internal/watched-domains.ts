import { type Database, issuanceSearches, organizations, type Transaction, watchedDomains } from '@notafter/db';
import { and, asc, eq, isNotNull } from 'drizzle-orm';

/** Every verified domain of an organization that is not disabled, once. */
export const listVerifiedDomains = async (db: Database): Promise<string[]> => {
  const rows = await db
    .selectDistinct({ domain: watchedDomains.domain })
    .from(watchedDomains)
    .innerJoin(organizations, eq(organizations.id, watchedDomains.orgId))
    .where(and(isNotNull(watchedDomains.verifiedAt), eq(organizations.disabled, false)))
    .orderBy(asc(watchedDomains.domain));
  return rows.map(({ domain }) => domain);
};

/** Makes services search a domain from the beginning: another organization watches it, which has none of its certificates. */
export const searchFromStart = async (db: Transaction, domain: string): Promise<void> => {
  await db.delete(issuanceSearches).where(eq(issuanceSearches.domain, domain));
};
