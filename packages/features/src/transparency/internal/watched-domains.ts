import { type Database, issuanceSearches, organizations, type Transaction, watchedDomains } from '@notafter/db';
import { and, asc, eq, isNotNull } from 'drizzle-orm';

const selectVerified = (db: Database) =>
  db
    .selectDistinct({ domain: watchedDomains.domain })
    .from(watchedDomains)
    .innerJoin(organizations, eq(organizations.id, watchedDomains.orgId))
    .where(and(isNotNull(watchedDomains.verifiedAt), eq(organizations.disabled, false)))
    .orderBy(asc(watchedDomains.domain));

/** Every verified domain of an organization that is not disabled, once. */
export const listVerifiedDomains = async (db: Database): Promise<string[]> => (await selectVerified(db)).map(({ domain }) => domain);

/** Whether `listVerifiedDomains` has any. */
export const isAnyDomainVerified = async (db: Database): Promise<boolean> => (await selectVerified(db).limit(1)).length > 0;

/** Makes services search a domain from the beginning: another organization watches it, which has none of its certificates. */
export const searchFromStart = async (db: Transaction, domain: string): Promise<void> => {
  await db.delete(issuanceSearches).where(eq(issuanceSearches.domain, domain));
};
