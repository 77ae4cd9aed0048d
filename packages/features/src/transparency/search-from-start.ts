import { issuanceSearches, type Transaction, watchedDomains } from '@notafter/db';
import { HOUR_MS, type OrganizationId, SECOND_MS } from '@notafter/domain';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { textArray } from '../text-array.ts';

/** The least time between two searches of a domain from the beginning: they cost everybody who watches it, and anyone can ask for one. */
const RESTART_MS = 6 * HOUR_MS;

/**
 * Makes services search domains from the beginning: an organization watches them that lacks earlier certificates. At its next turn, but not
 * within hours of the last time.
 */
export const searchFromStart = async (db: Transaction, now: Date, domains: readonly string[]): Promise<void> => {
  await db
    .update(issuanceSearches)
    .set({
      restartAt: sql`greatest(${now.toISOString()}::timestamptz, ${issuanceSearches.startedAt} + ${RESTART_MS / SECOND_MS} * interval '1 s')`,
    })
    .where(and(sql`${issuanceSearches.domain} = any(${textArray(domains)})`, isNull(issuanceSearches.restartAt)));
};

/** The same for every domain that an organization watches, which was left out for a while. */
export const searchAllFromStart = async (db: Transaction, now: Date, orgId: OrganizationId): Promise<void> => {
  const watched = await db
    .select({ domain: watchedDomains.domain })
    .from(watchedDomains)
    .where(and(eq(watchedDomains.orgId, orgId), isNotNull(watchedDomains.verifiedAt)));
  await searchFromStart(
    db,
    now,
    watched.map(({ domain }) => domain),
  );
};
