import { certificates, checkSchedule, notificationChannels } from '@notafter/db';
import { type CertificateStatus, type ChannelHealth, channelHealth, healthScore, type StatusCounts } from '@notafter/domain';
import { and, asc, desc, eq, max } from 'drizzle-orm';
import { withinReach } from '../../certificate-reach.ts';
import type { OrgContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { countByStatus } from './certificate-counts.ts';
import { countLate } from './count-late.ts';
import { matchesStatus } from './internal/certificate-query.ts';

export interface DashboardStats extends StatusCounts {
  readonly healthScore: number;
  /** Null: unlimited. */
  readonly certificateLimit: number | null;
  /** The earliest expiry of the expired, critical and warning certificates. */
  readonly oldestExpired: Date | null;
  readonly nextCritical: Date | null;
  readonly nextWarning: Date | null;
  /** Of the critical and warning certificates, those whose renewal is late. */
  readonly late: number;
  /** Exact up to 200 certificates; above that, the latest among 200 of them, whose checks are spread evenly. */
  readonly lastCheckedAt: Date | null;
  readonly checkIntervalHours: number;
  /** At least one notification channel is enabled. */
  readonly channelEnabled: boolean;
  /** Whether the enabled channels can deliver. */
  readonly channelHealth: ChannelHealth;
}

const SAMPLED = 200;

const earliestExpiry = async (ctx: OrgContext, status: CertificateStatus, now: Date): Promise<Date | null> => {
  const [row] = await ctx.db
    .select({ notAfter: certificates.notAfter })
    .from(certificates)
    .where(and(withinReach(ctx.reach), matchesStatus(status, now)))
    .orderBy(asc(certificates.expiresAt))
    .limit(1);
  return row?.notAfter ?? null;
};

const lastCheck = async (ctx: OrgContext): Promise<Date | null> => {
  const sampled = ctx.db
    .select({ id: certificates.id })
    .from(certificates)
    .where(withinReach(ctx.reach))
    .orderBy(desc(certificates.expiresAt))
    .limit(SAMPLED)
    .as('sampled');
  const [row] = await ctx.db
    .select({ latest: max(checkSchedule.lastCheckedAt) })
    .from(sampled)
    .innerJoin(checkSchedule, eq(checkSchedule.certificateId, sampled.id));
  return row?.latest ?? null;
};

const listEnabledChannels = (ctx: OrgContext) => {
  const { type, name, complete, brokenAt, createdAt } = notificationChannels;
  return ctx.db
    .select({ type, name, complete, brokenAt })
    .from(notificationChannels)
    .where(and(eq(notificationChannels.orgId, ctx.org.id), eq(notificationChannels.enabled, true)))
    .orderBy(asc(type), asc(createdAt));
};

/** Returns the dashboard's cards: each count equals the rows that its filter shows at the same instant. */
export const getDashboardStats = useCase({
  name: 'certificates/get-dashboard-stats',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
})(async (ctx): Promise<DashboardStats> => {
  const now = ctx.clock.now();
  const counts = await countByStatus(ctx.db, ctx.reach, now);
  const channels = await listEnabledChannels(ctx);
  return {
    ...counts,
    healthScore: healthScore(counts),
    certificateLimit: ctx.entitlements.certificateLimit,
    oldestExpired: counts.expired === 0 ? null : await earliestExpiry(ctx, 'expired', now),
    nextCritical: counts.critical === 0 ? null : await earliestExpiry(ctx, 'critical', now),
    nextWarning: counts.warning === 0 ? null : await earliestExpiry(ctx, 'warning', now),
    late: counts.critical + counts.warning === 0 ? 0 : await countLate(ctx, now),
    lastCheckedAt: counts.total === 0 ? null : await lastCheck(ctx),
    checkIntervalHours: ctx.config.checkIntervalHours,
    channelEnabled: channels.length > 0,
    channelHealth: channelHealth(channels, { available: ctx.entitlements.channels, sendsMail: ctx.config.sendsMail }),
  };
});
