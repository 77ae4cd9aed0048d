import { certificates, type Executor } from '@notafter/db';
import {
  type CertificateId,
  type CertificateStatus,
  statusOf,
  TIMELINE_LISTED,
  type TimelineWindow,
  timelineBoundaries,
} from '@notafter/domain';
import { timelineInput } from '@notafter/domain/inputs';
import { sql } from 'drizzle-orm';
import { type CertificateReach, withinReach } from '../certificate-reach.ts';
import { countExpiringBefore } from '../certificates/list/certificate-counts.ts';
import { useCase } from '../use-case.ts';

interface TimelineCertificate {
  readonly id: CertificateId;
  readonly domain: string;
  readonly expiresAt: Date;
}

/** A tenth of the window. */
export interface TimelineSegment {
  readonly from: Date;
  readonly until: Date;
  readonly count: number;
  /** Of the first certificate to expire, at the time of the answer; null without one. */
  readonly status: CertificateStatus | null;
  /** The first that expire, at most three. */
  readonly certificates: readonly TimelineCertificate[];
}

export interface Timeline {
  readonly days: TimelineWindow;
  /** Certificates that expire within the window. */
  readonly total: number;
  readonly segments: readonly TimelineSegment[];
}

/** The first certificates between each two instants, by the number of the segment, in one statement. */
const readFirst = async (
  db: Executor,
  reach: CertificateReach,
  boundaries: readonly Date[],
): Promise<ReadonlyMap<number, TimelineCertificate[]>> => {
  const instants = boundaries.map((boundary) => sql`${boundary.toISOString()}::timestamptz`);
  const segments = instants.slice(1).map((ends, index) => sql`(${index}::int, ${instants[index]}, ${ends})`);
  const rows = await db.execute<{ segment: number; id: CertificateId; domain: string; expires_at: string }>(sql`
    select segment, first.* from (values ${sql.join(segments, sql`, `)}) as segments (segment, begins, ends)
    cross join lateral (
      select id, domain, expires_at from ${certificates}
      where ${withinReach(reach)} and ${certificates.expiresAt} >= begins and ${certificates.expiresAt} < ends
      order by ${certificates.expiresAt}, ${certificates.id} limit ${TIMELINE_LISTED}
    ) as first order by segment, expires_at, id`);
  const listed = Map.groupBy(rows, ({ segment }) => segment);
  return new Map(
    [...listed].map(([segment, found]) => [
      segment,
      found.map(({ id, domain, expires_at }) => ({ id, domain, expiresAt: new Date(expires_at) })),
    ]),
  );
};

/** Returns which certificates expire when within the next 30, 90 or 365 days. */
export const getTimeline = useCase({
  name: 'analytics/get-timeline',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
  plan: 'enterpriseAnalytics',
  input: timelineInput,
})(async (ctx, { days }): Promise<Timeline> => {
  const now = ctx.clock.now();
  const boundaries = timelineBoundaries(now, days);
  const before = await countExpiringBefore(ctx.db, ctx.reach, boundaries);
  const first = await readFirst(ctx.db, ctx.reach, boundaries);
  const segments = boundaries.slice(1).map((until, index): TimelineSegment => {
    const listed = first.get(index) ?? [];
    const [earliest] = listed;
    return {
      from: boundaries[index] ?? now,
      until,
      count: (before[index + 1] ?? 0) - (before[index] ?? 0),
      status: earliest === undefined ? null : statusOf(earliest.expiresAt, now),
      certificates: listed,
    };
  });
  return { days, total: (before.at(-1) ?? 0) - (before[0] ?? 0), segments };
});
