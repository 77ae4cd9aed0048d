import { certificateCounts, certificates, type Executor } from '@notafter/db';
import { expiryRange, HOUR_MS, type OrganizationId, type StatusCounts } from '@notafter/domain';
import type { StatusFilter } from '@notafter/domain/inputs';
import { type SQL, sql } from 'drizzle-orm';

/** Rows of one organisation that expire before `boundary`: whole hours from the counts, the boundary's own hour from the rows. */
const expiringBefore = (orgId: OrganizationId, boundary: Date): SQL => {
  // Compared without casts, as constants: a cast would be worked out anew for every row of counts.
  const at = boundary.toISOString();
  const startMs = Math.floor(boundary.getTime() / HOUR_MS) * HOUR_MS;
  const [hour, nextHour] = [new Date(startMs).toISOString(), new Date(startMs + HOUR_MS).toISOString()];
  const rows = sql`from ${certificates} where ${certificates.orgId} = ${orgId}`;
  // Where nothing of that hour lies past the boundary its count is taken whole: thousands of endpoints may share one
  // certificate, and so one instant.
  return sql`(
    coalesce(sum(${certificateCounts.total}) filter (where ${certificateCounts.expiresHour} < ${hour}), 0)
    + case when exists (select 1 ${rows} and ${certificates.expiresAt} >= ${at} and ${certificates.expiresAt} < ${nextHour})
        then (select count(*) ${rows} and ${certificates.expiresAt} >= ${hour} and ${certificates.expiresAt} < ${at})
        else coalesce(max(${certificateCounts.total}) filter (where ${certificateCounts.expiresHour} = ${hour}), 0)
      end
  )::int`;
};

/** Exact counts by status at `now`, in one statement and so of one instant, at a cost that hardly grows with the rows. */
export const countByStatus = async (db: Executor, orgId: OrganizationId, now: Date): Promise<StatusCounts> => {
  const untilWarning = expiryRange('warning', now).from ?? now;
  const untilValid = expiryRange('valid', now).from ?? now;
  const [row] = await db.execute<{ total: number; unreachable: number; unseen: number; expired: number; soon: number; later: number }>(sql`
    select coalesce(sum(${certificateCounts.total}), 0)::int as total,
           coalesce(sum(${certificateCounts.unreachable}), 0)::int as unreachable,
           coalesce(sum(${certificateCounts.total}) filter (where ${certificateCounts.expiresHour} = 'infinity'), 0)::int as unseen,
           ${expiringBefore(orgId, now)} as expired,
           ${expiringBefore(orgId, untilWarning)} as soon,
           ${expiringBefore(orgId, untilValid)} as later
    from ${certificateCounts} where ${certificateCounts.orgId} = ${orgId}`);
  const { total = 0, unreachable = 0, unseen = 0, expired = 0, soon = 0, later = 0 } = row ?? {};
  return { total, expired, critical: soon - expired, warning: later - soon, valid: total - unseen - later, unreachable };
};

/** The number of rows that a status filter shows. */
export const countOf = (counts: StatusCounts, status: StatusFilter): number => (status === 'all' ? counts.total : counts[status]);
