import { certificates } from '@notafter/db';
import {
  type CertificateId,
  type CertificateStatus,
  statusOf,
  TIMELINE_LISTED,
  type TimelineWindow,
  timelineBoundaries,
} from '@notafter/domain';
import { timelineInput } from '@notafter/domain/inputs';
import { and, asc, gte, lt } from 'drizzle-orm';
import { withinReach } from '../certificate-reach.ts';
import { countExpiringBefore } from '../certificates/list/certificate-counts.ts';
import { useCase } from '../use-case.ts';

/** A tenth of the window. */
export interface TimelineSegment {
  readonly from: Date;
  readonly until: Date;
  readonly count: number;
  /** Of the first certificate to expire, at the time of the answer; null without one. */
  readonly status: CertificateStatus | null;
  /** The first that expire, at most three. */
  readonly certificates: readonly { readonly id: CertificateId; readonly domain: string; readonly expiresAt: Date }[];
}

export interface Timeline {
  readonly days: TimelineWindow;
  /** Certificates that expire within the window. */
  readonly total: number;
  readonly segments: readonly TimelineSegment[];
}

/** Returns which certificates expire when within the next 30, 90 or 365 days. */
export const getTimeline = useCase({
  name: 'analytics/get-timeline',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  plan: 'enterpriseAnalytics',
  input: timelineInput,
})(async (ctx, { days }): Promise<Timeline> => {
  const now = ctx.clock.now();
  const boundaries = timelineBoundaries(now, days);
  const before = await countExpiringBefore(ctx.db, ctx.reach, boundaries);
  const segments = boundaries.slice(1).map(async (until, index): Promise<TimelineSegment> => {
    const from = boundaries[index] ?? now;
    const count = (before[index + 1] ?? 0) - (before[index] ?? 0);
    const first = await ctx.db
      .select({ id: certificates.id, domain: certificates.domain, expiresAt: certificates.expiresAt })
      .from(certificates)
      .where(and(withinReach(ctx.reach), gte(certificates.expiresAt, from), lt(certificates.expiresAt, until)))
      .orderBy(asc(certificates.expiresAt), asc(certificates.id))
      .limit(TIMELINE_LISTED);
    const [earliest] = first;
    return { from, until, count, status: earliest === undefined ? null : statusOf(earliest.expiresAt, now), certificates: first };
  });
  return { days, total: (before.at(-1) ?? 0) - (before[0] ?? 0), segments: await Promise.all(segments) };
});
