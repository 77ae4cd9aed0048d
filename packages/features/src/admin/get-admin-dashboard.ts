import { certificateCounts, certificates, organizations, users } from '@notafter/db';
import { ADMIN_CHART_DAYS, ADMIN_DISCOVERED_DAYS, effectivePlan, expiryRange, lastDays, startOfSecond } from '@notafter/domain';
import { count, sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { countPerDay } from './internal/added-per-day.ts';

/** Of the whole installation. */
export interface AdminStats {
  readonly totalOrganizations: number;
  readonly totalUsers: number;
  readonly totalCertificates: number;
  readonly expiredCertificates: number;
  /** 0 to 7 days left. */
  readonly criticalCertificates: number;
  /** Not disabled. */
  readonly activeOrganizations: number;
  /** In the seven days of the charts. */
  readonly newCertificatesWeek: number;
  /** Names with a certificate that discoveries found in the last 30 days. */
  readonly certificatesDiscoveredMonth: number;
  /** Organizations per plan in force, most first. */
  readonly planDistribution: Readonly<Record<string, number>>;
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);

/** Returns the figures of the administration's cards. */
export const getAdminDashboard = useCase({
  name: 'admin/get-admin-dashboard',
  access: 'platform',
  via: 'session',
})(async (ctx): Promise<AdminStats> => {
  const now = ctx.clock.now();
  const second = startOfSecond(now).toISOString();
  const warningFrom = (expiryRange('warning', now).from ?? now).toISOString();
  const [[totals], plans, added, discovered] = await Promise.all([
    ctx.db.execute<{ users: number; certificates: number; expired: number; critical: number }>(sql`
      select (select count(*)::int from ${users}) as users,
             (select coalesce(sum(${certificateCounts.total}), 0)::int from ${certificateCounts}) as certificates,
             (select count(*)::int from ${certificates} where ${certificates.notAfter} < ${second}) as expired,
             (select count(*)::int from ${certificates}
                where ${certificates.notAfter} >= ${second} and ${certificates.notAfter} < ${warningFrom}) as critical`),
    ctx.db
      .select({ plan: organizations.plan, all: count(), active: sql<number>`(count(*) filter (where not ${organizations.disabled}))::int` })
      .from(organizations)
      .groupBy(organizations.plan),
    countPerDay(ctx.db, 'certificates', lastDays(now, ADMIN_CHART_DAYS)),
    countPerDay(ctx.db, 'discovered', lastDays(now, ADMIN_DISCOVERED_DAYS)),
  ]);
  const perPlan = new Map<string, number>();
  for (const { plan, all } of plans) {
    const inForce = effectivePlan(plan, ctx.config.defaultPlan);
    perPlan.set(inForce, (perPlan.get(inForce) ?? 0) + all);
  }
  return {
    totalOrganizations: sumOf(plans.map(({ all }) => all)),
    totalUsers: totals?.users ?? 0,
    totalCertificates: totals?.certificates ?? 0,
    expiredCertificates: totals?.expired ?? 0,
    criticalCertificates: totals?.critical ?? 0,
    activeOrganizations: sumOf(plans.map(({ active }) => active)),
    newCertificatesWeek: sumOf(added),
    certificatesDiscoveredMonth: sumOf(discovered),
    planDistribution: Object.fromEntries([...perPlan].sort(([, one], [, other]) => other - one)),
  };
});
