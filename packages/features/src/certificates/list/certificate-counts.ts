import { certificateCounts, certificates, type Executor, executePrepared } from '@notafter/db';
import { addMs, expiryRange, HOUR_MS, type OrganizationId, type StatusCounts } from '@notafter/domain';
import type { StatusFilter } from '@notafter/domain/inputs';
import { type SQL, sql } from 'drizzle-orm';
import { type CertificateReach, withinReach } from '../../certificate-reach.ts';
import { matchesStatus } from './internal/certificate-query.ts';

const startOfHour = (instant: Date): Date => new Date(Math.floor(instant.getTime() / HOUR_MS) * HOUR_MS);

/** Rows of one organization that expire before `boundary`: whole hours from the counts, the boundary's own hour from the rows. */
const expiringBefore = (orgId: OrganizationId, boundary: Date): SQL => {
  // Compared without casts, as constants: a cast would be evaluated for every row of counts.
  const at = boundary.toISOString();
  const start = startOfHour(boundary);
  const [hour, nextHour] = [start.toISOString(), addMs(start, HOUR_MS).toISOString()];
  const rows = sql`from ${certificates} where ${certificates.orgId} = ${orgId}`;
  // If nothing in that hour is past the boundary, its count is used whole: thousands of endpoints may share one certificate,
  // and so one instant.
  return sql`(
    coalesce(sum(${certificateCounts.total}) filter (where ${certificateCounts.expiresHour} < ${hour}), 0)
    + case when exists (select 1 ${rows} and ${certificates.expiresAt} >= ${at} and ${certificates.expiresAt} < ${nextHour})
        then (select count(*) ${rows} and ${certificates.expiresAt} >= ${hour} and ${certificates.expiresAt} < ${at})
        else coalesce(max(${certificateCounts.total}) filter (where ${certificateCounts.expiresHour} = ${hour}), 0)
      end
  )::int`;
};

/** A scope has no counts: its rows are read, all in one statement. */
const countRowsByStatus = async (db: Executor, reach: CertificateReach, now: Date): Promise<StatusCounts> => {
  const countOf = (status: StatusFilter): SQL => sql`count(*) filter (where ${matchesStatus(status, now) ?? sql`true`})::int`;
  const [row] = await db.execute<Record<keyof StatusCounts, number>>(sql`
    select count(*)::int as total, ${countOf('unreachable')} as unreachable, ${countOf('expired')} as expired,
           ${countOf('critical')} as critical, ${countOf('warning')} as warning, ${countOf('valid')} as valid
    from ${certificates} where ${withinReach(reach)}`);
  const { total = 0, unreachable = 0, expired = 0, critical = 0, warning = 0, valid = 0 } = row ?? {};
  return { total, unreachable, expired, critical, warning, valid };
};

/** Returns exact counts by status at `now`, from one statement; for a whole organization the cost hardly grows with the rows. */
export const countByStatus = async (db: Executor, reach: CertificateReach, now: Date): Promise<StatusCounts> => {
  if (reach.scope !== null) return countRowsByStatus(db, reach, now);
  const { orgId } = reach;
  const untilCritical = expiryRange('critical', now).from ?? now;
  const untilWarning = expiryRange('warning', now).from ?? now;
  const untilValid = expiryRange('valid', now).from ?? now;
  const [row] = await executePrepared<{ total: number; unreachable: number; unseen: number; expired: number; soon: number; later: number }>(
    db,
    sql`
    select coalesce(sum(${certificateCounts.total}), 0)::int as total,
           coalesce(sum(${certificateCounts.unreachable}), 0)::int as unreachable,
           coalesce(sum(${certificateCounts.total}) filter (where ${certificateCounts.expiresHour} = 'infinity'), 0)::int as unseen,
           ${expiringBefore(orgId, untilCritical)} as expired,
           ${expiringBefore(orgId, untilWarning)} as soon,
           ${expiringBefore(orgId, untilValid)} as later
    from ${certificateCounts} where ${certificateCounts.orgId} = ${orgId}`,
  );
  const { total = 0, unreachable = 0, unseen = 0, expired = 0, soon = 0, later = 0 } = row ?? {};
  return { total, expired, critical: soon - expired, warning: later - soon, valid: total - unseen - later, unreachable };
};

/** Returns how many certificates expire before each instant, exactly. For a whole organization the cost hardly grows with the rows. */
export const countExpiringBefore = async (db: Executor, reach: CertificateReach, boundaries: readonly Date[]): Promise<number[]> => {
  const columns = boundaries.map((boundary) =>
    reach.scope === null
      ? expiringBefore(reach.orgId, boundary)
      : sql`(count(*) filter (where ${certificates.expiresAt} < ${boundary.toISOString()}))::int`,
  );
  const rows =
    reach.scope === null
      ? sql`${certificateCounts} where ${certificateCounts.orgId} = ${reach.orgId}`
      : sql`${certificates} where ${withinReach(reach)}`;
  const [row] = await db.execute<{ counts: number[] }>(sql`select array[${sql.join(columns, sql`, `)}] as counts from ${rows}`);
  return row?.counts ?? [];
};

const sumWhere = async (db: Executor, orgId: OrganizationId, sum: SQL, hours: SQL): Promise<number> => {
  const [row] = await executePrepared<{ count: number }>(
    db,
    sql`select coalesce(${sum}, 0)::int as count from ${certificateCounts} where ${certificateCounts.orgId} = ${orgId} and ${hours}`,
  );
  return row?.count ?? 0;
};

/** An organization with a million certificates has hundreds per hour of expiry: this many hours show that it is large. */
const HOURS_LOOKED_AT = sql.raw('300');

/** Returns the organization's rows, or any number above `enough`: adding up every hour takes half a millisecond at a million. */
export const countMoreThan = async (db: Executor, orgId: OrganizationId, enough: number): Promise<number> => {
  const { total, orgId: owner } = certificateCounts;
  const [row] = await executePrepared<{ count: number }>(
    db,
    sql`
    with looked as materialized (
      select sum(total) as total from (select ${total} from ${certificateCounts} where ${owner} = ${orgId} limit ${HOURS_LOOKED_AT}) as hours
    )
    select coalesce(case when total > ${enough}::int then total
      else (select sum(total) from ${certificateCounts} where ${owner} = ${orgId}) end, 0)::int as count
    from looked`,
  );
  return row?.count ?? 0;
};

/** Returns how many rows one status filter shows at `now`; reads only the hours it covers, while `countByStatus` reads all. */
export const countStatus = async (db: Executor, reach: CertificateReach, status: StatusFilter, now: Date): Promise<number> => {
  if (reach.scope !== null) {
    const counts = await countRowsByStatus(db, reach, now);
    return status === 'all' ? counts.total : counts[status];
  }
  const { orgId } = reach;
  const { total, unreachable, expiresHour } = certificateCounts;
  if (status === 'all') return sumWhere(db, orgId, sql`sum(${total})`, sql`true`);
  if (status === 'unreachable') return sumWhere(db, orgId, sql`sum(${unreachable})`, sql`true`);
  const { from, until } = expiryRange(status, now);
  const before = (boundary: Date | null, otherwise: SQL): SQL => (boundary === null ? otherwise : expiringBefore(orgId, boundary));
  // Rows before the first hour read are missing on both sides of the difference.
  const inRange = sql`${before(until, sql`sum(${total}) filter (where ${expiresHour} < 'infinity')`)} - ${before(from, sql`0`)}`;
  const starts = from === null ? sql`true` : sql`${expiresHour} >= ${startOfHour(from).toISOString()}`;
  const ends = until === null ? sql`true` : sql`${expiresHour} <= ${until.toISOString()}`;
  return sumWhere(db, orgId, inRange, sql`${starts} and ${ends}`);
};
