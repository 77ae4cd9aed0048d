import { alertDayRules } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import type { DayRuleIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../../context.ts';
import { requestReview } from '../../request-review.ts';
import { withTransaction } from '../../with-transaction.ts';

/** Removes a rule, so that the organization's days apply. Throws `day_rule_not_found`. */
export const removeDayRule = async (ctx: OrgContext, { id }: DayRuleIdInput): Promise<void> => {
  requirePermission(ctx, 'notifications/remove-day-rule');
  await withTransaction(ctx, 'notifications/remove-day-rule', async (tx, audit) => {
    const removed = await tx.db
      .delete(alertDayRules)
      .where(and(eq(alertDayRules.id, id), eq(alertDayRules.orgId, tx.org.id)))
      .returning({ id: alertDayRules.id });
    if (removed.length === 0) throw new DomainError('day_rule_not_found');
    await requestReview(tx, tx.org.id);
    audit({ subjectId: id });
  });
};
