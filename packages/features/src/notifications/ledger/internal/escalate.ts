import { notificationSettings, organizations } from '@notafter/db';
import { type AlertId, type CertificateId, HOUR_MS, type OrganizationId, planIncludes } from '@notafter/domain';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { insertDeliveries } from '../../delivery/internal/insert-deliveries.ts';
import { loadRoutes, scheduleDelivery } from '../../routing/internal/routes.ts';
import type { LedgerContext } from './ledger-context.ts';

const BATCH = 200;

interface EscalationRule {
  readonly org_id: OrganizationId;
  readonly delay_ms: number;
  readonly enabled_at: Date | null;
}

const loadRules = async (ctx: SystemContext): Promise<EscalationRule[]> => {
  const rows = await ctx.db
    .select({
      orgId: notificationSettings.orgId,
      delayHours: notificationSettings.escalationDelayHours,
      enabledAt: notificationSettings.escalationEnabledAt,
      plan: organizations.plan,
    })
    .from(notificationSettings)
    .innerJoin(organizations, eq(organizations.id, notificationSettings.orgId))
    .where(
      and(
        eq(notificationSettings.escalationEnabled, true),
        ne(notificationSettings.escalationEmail, ''),
        eq(organizations.disabled, false),
      ),
    );
  return rows
    .filter((row) => planIncludes('smartNotifications', row, ctx.config.defaultPlan))
    .map(({ orgId, delayHours, enabledAt }) => ({ org_id: orgId, delay_ms: delayHours * HOUR_MS, enabled_at: enabledAt }));
};

/**
 * Marks alerts that nobody acknowledged within the delay. The delay starts when the team was notified: while an alert is held
 * for the team, or its certificate is snoozed, the manager is not notified either.
 */
const markEscalated = (ctx: LedgerContext, rules: readonly EscalationRule[]) => {
  const now = sql`${ctx.clock.now().toISOString()}::timestamptz`;
  return ctx.db.execute<{ id: AlertId; org_id: OrganizationId; certificate_id: CertificateId }>(sql`
    with due as (
      select alert.id
      from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as rule (org_id uuid, delay_ms bigint, enabled_at timestamptz)
      join alerts as alert on alert.org_id = rule.org_id
        and alert.resolved_at is null and alert.acknowledged_at is null and alert.escalated_at is null
        and alert.raised_at <= ${now} - rule.delay_ms * interval '1 ms'
      cross join lateral (
        select coalesce(bool_or(state = 'pending' and held_for is not null), false) as held, min(first_attempt_at) as notified_at
        from deliveries where alert_id = alert.id and kind = 'alert' and channel <> 'status_page') as sent
      where not sent.held
        and greatest(coalesce(sent.notified_at, alert.raised_at), rule.enabled_at) <= ${now} - rule.delay_ms * interval '1 ms'
        and not exists (select from alert_snoozes where certificate_id = alert.certificate_id and until > ${now})
      order by alert.id limit ${BATCH}
      for no key update of alert skip locked
    )
    update alerts set escalated_at = ${now} from due where alerts.id = due.id
    returning alerts.id, alerts.org_id, alerts.certificate_id`);
};

const escalateBatch = async (ctx: LedgerContext, rules: readonly EscalationRule[]): Promise<number> => {
  const now = ctx.clock.now();
  const escalated = await markEscalated(ctx, rules);
  if (escalated.length === 0) return 0;
  const routes = await loadRoutes(
    ctx,
    escalated.map(({ org_id }) => org_id),
  );
  const rows = escalated.flatMap(({ id, org_id }) => {
    const route = routes.get(org_id);
    if (route === undefined) return [];
    const schedule = scheduleDelivery(route, { snoozedUntil: null, grouped: false }, now);
    return { orgId: org_id, alertId: id, channel: 'escalation' as const, kind: 'escalation' as const, ...schedule };
  });
  await insertDeliveries(ctx.db, rows, now);
  return escalated.length;
};

/** Notifies managers of alerts that their teams did not acknowledge in time; returns how many escalated. */
export const escalate = async (ctx: SystemContext, signal?: AbortSignal): Promise<number> => {
  const rules = await loadRules(ctx);
  if (rules.length === 0) return 0;
  let total = 0;
  for (;;) {
    signal?.throwIfAborted();
    const escalated = await withTransaction(ctx, (tx) => escalateBatch(tx, rules));
    if (escalated === 0) return total;
    total += escalated;
  }
};
