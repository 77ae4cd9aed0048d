import { alertDayRules, newId, organizations } from '@notafter/db';
import { DAY_RULES_MAX, DomainError } from '@notafter/domain';
import { saveDayRuleInput } from '@notafter/domain/inputs';
import { count, eq, sql } from 'drizzle-orm';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { requireAlertDays } from '../settings/internal/alert-settings.ts';
import { requireCertificateForOrg } from './internal/require-certificate.ts';
import type { DayRule } from './list-day-rules.ts';

/**
 * Sets the alert days of one certificate, or of all with a tag, replacing earlier ones. Throws `alert_days_plan`,
 * `certificate_not_found` or `day_rule_limit`.
 */
export const saveDayRule = useCase({
  name: 'notifications/save-day-rule',
  access: 'admin',
  input: saveDayRuleInput,
  audit: 'Set separate alert days',
})(async (ctx, { certificateId, tag, days }): Promise<DayRule> => {
  requireAlertDays(ctx.entitlements, days);
  return withTransaction(ctx, async (tx, audit) => {
    // Concurrent saves pass here one by one, so that the count holds at the commit.
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    const domain = certificateId === undefined ? null : await requireCertificateForOrg(tx.db, tx.org.id, certificateId);
    const [saved] = await tx.db
      .insert(alertDayRules)
      .values({
        id: newId<'alert-day-rule'>(),
        orgId: tx.org.id,
        certificateId: certificateId ?? null,
        // As `tag_terms` folds it.
        tag: tag === undefined ? null : sql`lower(${tag})`,
        days,
      })
      .onConflictDoUpdate({
        target: certificateId === undefined ? [alertDayRules.orgId, alertDayRules.tag] : alertDayRules.certificateId,
        set: { days },
      })
      .returning({ id: alertDayRules.id, certificateId: alertDayRules.certificateId, tag: alertDayRules.tag, days: alertDayRules.days });
    const [counted] = await tx.db.select({ count: count() }).from(alertDayRules).where(eq(alertDayRules.orgId, tx.org.id));
    if (saved === undefined || (counted?.count ?? 0) > DAY_RULES_MAX) throw new DomainError('day_rule_limit');
    await requestReview(tx, tx.org.id);
    audit({ subjectId: certificateId ?? saved.id, detail: { days, ...(tag === undefined ? {} : { tag }) } });
    return { ...saved, domain };
  });
});
