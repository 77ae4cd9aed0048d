import { alertDayRules } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { dayRuleIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';

/** Removes a rule, so that the organization's days apply. Throws `day_rule_not_found`. */
export const removeDayRule = useCase({
  name: 'notifications/remove-day-rule',
  access: 'admin',
  input: dayRuleIdInput,
  audit: 'Removed separate alert days',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const removed = await tx.db
      .delete(alertDayRules)
      .where(and(eq(alertDayRules.id, id), eq(alertDayRules.orgId, tx.org.id)))
      .returning({ id: alertDayRules.id });
    if (removed.length === 0) throw new DomainError('day_rule_not_found');
    await requestReview(tx, tx.org.id);
    audit({ subjectId: id });
  });
});
