import { type Database, organizations, watchedDomains } from '@notafter/db';
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
