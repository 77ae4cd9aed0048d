import { newId, organizations, reportDeliveries, reportSchedules } from '@notafter/db';
import { addMs, DAY_MS, lastReportAt, nextReportAt, type OrganizationId, reportPeriod } from '@notafter/domain';
import { and, asc, eq, lt, lte } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { includesReports, listRecipients, stateOfRecipient } from './recipients.ts';

const KEPT_MS = 400 * DAY_MS;
const REPLACED = 'A newer report took its place.';

type DueSchedule = typeof reportSchedules.$inferSelect;

/** Inserts the deliveries of the last due report; earlier ones that still wait are withdrawn. */
const insertDeliveries = async (tx: TransactionContext<SystemContext>, schedule: DueSchedule, now: Date): Promise<void> => {
  const { orgId, frequency } = schedule;
  const { from, until } = reportPeriod(schedule, lastReportAt(schedule, now));
  await tx.db
    .update(reportDeliveries)
    .set({ state: 'canceled', nextTryAt: null, problem: REPLACED })
    .where(and(eq(reportDeliveries.orgId, orgId), eq(reportDeliveries.state, 'waiting'), lt(reportDeliveries.dueAt, until)));
  await tx.db.delete(reportDeliveries).where(and(eq(reportDeliveries.orgId, orgId), lt(reportDeliveries.dueAt, addMs(now, -KEPT_MS))));
  const active = (await listRecipients(tx.db, orgId)).filter(
    ({ recipient, memberId }) => stateOfRecipient(recipient, memberId) === 'active',
  );
  if (active.length === 0) return;
  await tx.db
    .insert(reportDeliveries)
    .values(
      active.map(({ recipient }) => ({
        ...{ id: newId<'report-delivery'>(), orgId, recipientId: recipient.id, frequency, periodFrom: from, dueAt: until },
        ...{ state: 'waiting' as const, nextTryAt: now },
      })),
    )
    .onConflictDoNothing();
};

/** Plans the due report of an organization, unless another worker does: its deliveries and the next due time are one transaction. */
const planReport = (ctx: SystemContext, orgId: OrganizationId): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const [schedule] = await tx.db
      .select()
      .from(reportSchedules)
      .where(and(eq(reportSchedules.orgId, orgId), lte(reportSchedules.nextAt, now)))
      .for('update', { skipLocked: true });
    if (schedule === undefined) return;
    const [organization] = await tx.db.select().from(organizations).where(eq(organizations.id, orgId));
    if (organization !== undefined && includesReports(organization, tx.config)) await insertDeliveries(tx, schedule, now);
    await tx.db
      .update(reportSchedules)
      .set({ nextAt: nextReportAt(schedule, now) })
      .where(eq(reportSchedules.orgId, orgId));
  });

/** Plans every due report. One that fails is logged and stays due; the others are planned. */
export const planReports = async (ctx: SystemContext, isOver: () => boolean): Promise<void> => {
  const due = await ctx.db
    .select({ orgId: reportSchedules.orgId })
    .from(reportSchedules)
    .where(lte(reportSchedules.nextAt, ctx.clock.now()))
    .orderBy(asc(reportSchedules.nextAt));
  for (const { orgId } of due) {
    if (isOver()) return;
    try {
      await planReport(ctx, orgId);
    } catch (error) {
      ctx.log.error({ err: error, orgId }, 'the report of an organization was not planned');
    }
  }
};
