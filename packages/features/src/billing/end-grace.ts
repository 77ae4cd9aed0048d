import { billingAccounts, paymentEvents } from '@notafter/db';
import { addMs, DAY_MS, GRACE_MS, type OrganizationId } from '@notafter/domain';
import { and, eq, isNotNull, lt, lte, or, sql } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { bringUpToDate, lockPayments } from './internal/bring-up-to-date.ts';

const EVENTS_KEPT_MS = 400 * DAY_MS;

const findOverdue = async ({ db, clock }: SystemContext): Promise<OrganizationId[]> => {
  const now = clock.now();
  const rows = await db
    .select({ orgId: billingAccounts.orgId })
    .from(billingAccounts)
    .where(
      and(
        isNotNull(billingAccounts.plan),
        or(
          lte(billingAccounts.paymentFailedAt, addMs(now, -GRACE_MS)),
          and(billingAccounts.cancelAtPeriodEnd, lte(billingAccounts.periodEndsAt, now)),
        ),
      ),
    );
  return rows.map(({ orgId }) => orgId);
};

/** Whether the plan of this organization ended. */
const endPlanOf = async (ctx: SystemContext, orgId: OrganizationId): Promise<boolean> => {
  const change = await withTransaction(ctx, async (tx, audit) => {
    await lockPayments(tx);
    const done = await bringUpToDate(tx, orgId);
    if (done !== null && done.account.plan === null) {
      const { plan, planBefore } = done;
      audit({ author: 'payment-provider', orgId, detail: { plan, planBefore, status: done.account.status } });
    }
    return done;
  });
  return change?.account.plan === null;
};

/**
 * Job, hourly and when a worker starts: ends plans whose 14 days of grace have passed, or whose canceled period is over without
 * an event. Uses stored dates, so it catches up after downtime. Also deletes old events, except those of a current plan. Returns
 * how many plans ended. Throws after processing all organizations if one of them failed.
 */
export const endGrace = useCase({
  name: 'billing/end-grace',
  access: 'system',
  audit: 'Ended the paid plan, its days of grace being over',
})(async (ctx): Promise<number> => {
  let ended = 0;
  const faults: unknown[] = [];
  for (const orgId of await findOverdue(ctx)) {
    try {
      if (await endPlanOf(ctx, orgId)) ended += 1;
    } catch (err) {
      ctx.log.error({ err, orgId }, 'a plan could not be brought up to date');
      faults.push(err);
    }
  }
  await ctx.db
    .delete(paymentEvents)
    .where(
      and(
        lt(paymentEvents.receivedAt, addMs(ctx.clock.now(), -EVENTS_KEPT_MS)),
        sql`not exists (select from ${billingAccounts} where ${eq(billingAccounts.orgId, paymentEvents.orgId)} and ${isNotNull(billingAccounts.plan)})`,
      ),
    );
  if (faults.length > 0) throw new AggregateError(faults, 'Not every plan could be brought up to date.');
  return ended;
});
