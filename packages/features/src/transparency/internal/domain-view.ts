import { type Executor, issuances, watchedDomains } from '@notafter/db';
import {
  DomainError,
  type OrganizationId,
  verificationRecordOf,
  verificationTextOf,
  type WatchedDomainId,
  type WatchVerification,
} from '@notafter/domain';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';

export interface WatchedDomainView {
  readonly id: WatchedDomainId;
  readonly domain: string;
  readonly createdAt: Date;
  readonly verifiedBy: WatchVerification | null;
  readonly verifiedAt: Date | null;
  /** The TXT record that verifies it; null once it is verified. */
  readonly record: { readonly name: string; readonly value: string } | null;
  /** Certificates found before it wake nobody; null before it is verified, and after it. */
  readonly learningUntil: Date | null;
  readonly allowedIssuers: readonly string[];
  /** Issuers that its CAA records allow; null: any, or not looked up yet. */
  readonly caa: readonly string[] | null;
  readonly caaAt: Date | null;
  /** Certificates found, and those of them that are unknown and not judged. */
  readonly issuances: number;
  readonly open: number;
}

/** Unknown, found after the learning phase, and not judged. */
export const isOpenIssuance = sql`(${issuances.state} = 'unknown' and not ${issuances.learned} and ${issuances.verdict} is null)`;

/** It counts as an earlier certificate for those after it. */
export const isPrecedentIssuance = sql`(${issuances.verdict} is distinct from 'not_ours'
  and (${issuances.state} <> 'unknown' or ${issuances.learned} or ${issuances.verdict} = 'ours'))`;

const select = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      domain: watchedDomains,
      // Drizzle leaves the table out of columns of a select from one table, unless a condition holds them.
      issuances: sql<number>`(select count(*)::int from ${issuances} where ${eq(issuances.domainId, watchedDomains.id)})`,
      open: sql<number>`(select count(*)::int from ${issuances} where ${and(eq(issuances.domainId, watchedDomains.id), isOpenIssuance)})`,
    })
    .from(watchedDomains)
    .where(condition)
    .orderBy(asc(watchedDomains.domain));

const viewOf = (
  { domain: { orgId: _, token, ...domain }, ...counts }: Awaited<ReturnType<typeof select>>[number],
  now: Date,
): WatchedDomainView => ({
  ...domain,
  ...counts,
  record: domain.verifiedAt === null ? { name: verificationRecordOf(domain.domain), value: verificationTextOf(token) } : null,
  learningUntil: domain.learningUntil !== null && domain.learningUntil > now ? domain.learningUntil : null,
});

/** By name. */
export const listDomainsOfOrg = async (db: Executor, orgId: OrganizationId, now: Date): Promise<WatchedDomainView[]> =>
  (await select(db, eq(watchedDomains.orgId, orgId))).map((row) => viewOf(row, now));

/** Throws `watched_domain_not_found`. */
export const getDomainForOrg = async (db: Executor, orgId: OrganizationId, id: WatchedDomainId, now: Date): Promise<WatchedDomainView> => {
  const [row] = await select(db, and(eq(watchedDomains.orgId, orgId), eq(watchedDomains.id, id)));
  if (row === undefined) throw new DomainError('watched_domain_not_found');
  return viewOf(row, now);
};
