import { alertDayRules, alertSnoozes, alerts, certificates, notificationChannels, notificationSettings } from '@notafter/db';
import {
  type AlertDayRuleId,
  type AlertId,
  type AlertRouteId,
  type AlertRule,
  type AlertSeverity,
  type CertificateId,
  DomainError,
  daysInForce,
  severityOf,
} from '@notafter/domain';
import { monitoredCertificateInput } from '@notafter/domain/inputs';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { withinReach } from '../../certificate-reach.ts';
import type { OrgContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { routeMatches } from '../routing/internal/route-match.ts';
import { listRoutedChannels, listRoutes, type RoutedChannel, type RouteSubject } from '../routing/internal/route-view.ts';

/** Alert settings and open alerts of one certificate. */
export interface CertificateAlerts {
  /** The effective days. */
  readonly days: readonly number[];
  /** Where they come from. */
  readonly chosenBy: 'certificate' | 'tags' | 'organization';
  /** Its own rule, if it has one. */
  readonly ruleId: AlertDayRuleId | null;
  readonly snoozedUntil: Date | null;
  /** The channels that its next alert is sent to. */
  readonly channels: readonly RoutedChannel[];
  /** The routes that match it. Empty: the default route. */
  readonly routes: readonly (RouteSubject & { readonly id: AlertRouteId })[];
  /** Open alerts, newest first. */
  readonly open: readonly {
    readonly id: AlertId;
    readonly summary: string;
    readonly severity: AlertSeverity;
    readonly rule: AlertRule;
    readonly raisedAt: Date;
    readonly acknowledgedAt: Date | null;
  }[];
}

/** Where the next alert of a certificate is sent, and why. */
const receiversOf = async (ctx: OrgContext, id: CertificateId): Promise<Pick<CertificateAlerts, 'channels' | 'routes'>> => {
  const matching = await listRoutes(ctx, sql`exists (select from ${certificates} where ${certificates.id} = ${id} and ${routeMatches})`);
  const routes = matching.map(({ id: routeId, tag, environment }) => ({ id: routeId, tag, environment }));
  if (matching.length > 0) {
    const channels = new Map(matching.flatMap((route) => route.channels.map((channel) => [channel.id, channel] as const)));
    return { channels: [...channels.values()], routes };
  }
  const isDefault = and(eq(notificationChannels.inDefaultRoute, true), eq(notificationChannels.enabled, true));
  return { channels: await listRoutedChannels(ctx, isDefault), routes };
};

/** Throws `certificate_not_found`, also for another organization's id. */
export const getCertificateAlerts = useCase({
  name: 'notifications/get-certificate-alerts',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: monitoredCertificateInput,
})(async (ctx, { certificateId }): Promise<CertificateAlerts> => {
  const [row] = await ctx.db
    .select({
      ruleId: alertDayRules.id,
      own: alertDayRules.days,
      organization: notificationSettings.alertDays,
      snoozedUntil: alertSnoozes.until,
      tags: sql<number[] | null>`(
        select json_agg(distinct day) from ${alertDayRules} as tagged cross join unnest(tagged.days) as rule (day)
        where tagged.org_id = ${certificates.orgId} and tagged.tag in (
          select lower(key) || '=' || lower(value) from jsonb_each_text(${certificates.tags})))`,
    })
    .from(certificates)
    .leftJoin(alertDayRules, eq(alertDayRules.certificateId, certificates.id))
    .leftJoin(notificationSettings, eq(notificationSettings.orgId, certificates.orgId))
    .leftJoin(alertSnoozes, and(eq(alertSnoozes.certificateId, certificates.id), gt(alertSnoozes.until, ctx.clock.now())))
    .where(and(eq(certificates.id, certificateId), withinReach(ctx.reach)));
  if (row === undefined) throw new DomainError('certificate_not_found');
  const open = await ctx.db
    .select({
      id: alerts.id,
      rule: alerts.rule,
      threshold: alerts.threshold,
      summary: alerts.summary,
      raisedAt: alerts.raisedAt,
      acknowledgedAt: alerts.acknowledgedAt,
    })
    .from(alerts)
    .where(and(eq(alerts.certificateId, certificateId), eq(alerts.orgId, ctx.org.id), isNull(alerts.resolvedAt)))
    .orderBy(desc(alerts.raisedAt), desc(alerts.id));
  const { ruleId, own, organization, snoozedUntil } = row;
  const tags = row.tags ?? [];
  return {
    days: daysInForce({ own, tags, organization }, ctx.entitlements.alertDays),
    chosenBy: own !== null ? 'certificate' : tags.length > 0 ? 'tags' : 'organization',
    ruleId,
    snoozedUntil,
    ...(await receiversOf(ctx, certificateId)),
    open: open.map(({ threshold, ...alert }) => ({ ...alert, severity: severityOf(alert.rule, threshold) })),
  };
});
