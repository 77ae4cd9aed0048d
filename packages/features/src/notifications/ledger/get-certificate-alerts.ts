import { alertDayRules, alertSnoozes, alerts, certificates, notificationSettings } from '@notafter/db';
import {
  type AlertDayRuleId,
  type AlertId,
  type AlertRule,
  type AlertSeverity,
  DomainError,
  daysInForce,
  severityOf,
} from '@notafter/domain';
import { monitoredCertificateInput } from '@notafter/domain/inputs';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { withinReach } from '../../certificate-reach.ts';
import { useCase } from '../../use-case.ts';

/** Alert settings and open alerts of one certificate. */
export interface CertificateAlerts {
  /** The effective days. */
  readonly days: readonly number[];
  /** Where they come from. */
  readonly chosenBy: 'certificate' | 'tags' | 'organization';
  /** Its own rule, if it has one. */
  readonly ruleId: AlertDayRuleId | null;
  readonly snoozedUntil: Date | null;
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
    open: open.map(({ threshold, ...alert }) => ({ ...alert, severity: severityOf(alert.rule, threshold) })),
  };
});
