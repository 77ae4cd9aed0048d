import { newId, organizations, reportDeliveries, reportRecipients, reportSchedules } from '@notafter/db';
import { nextReportAt, type ReportSchedule } from '@notafter/domain';
import { type ReportSettingsInput, reportSettingsInput } from '@notafter/domain/inputs';
import { and, eq, inArray, isNull, notExists, notInArray, sql } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../context.ts';
import { personBehind } from '../context.ts';
import { throttleOf } from '../throttling/throttle.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { findSchedule, type ReportSettings, readSettings } from './get-report-settings.ts';
import { listRecipients, stateOfRecipient } from './internal/recipients.ts';
import { sendReportConfirmationJob } from './internal/report-jobs.ts';

/** If the schedule does not change, a report that is due stays due. */
const nextAtOf = (
  stored: ReportSchedule & { readonly enabled: boolean; readonly nextAt: Date | null },
  input: ReportSettingsInput,
  now: Date,
) => {
  if (!input.enabled) return null;
  const isSame = stored.enabled && stored.frequency === input.frequency && stored.hour === input.hour && stored.timeZone === input.timeZone;
  return (isSame ? stored.nextAt : null) ?? nextReportAt(input, now);
};

/** Forgets removed addresses, unless they were mailed or decided for themselves: then they stay unlisted. */
const removeOthers = async (tx: TransactionContext<OrgContext>, emails: readonly string[]): Promise<void> => {
  const isRemoved = and(
    eq(reportRecipients.orgId, tx.org.id),
    emails.length === 0 ? undefined : notInArray(reportRecipients.email, [...emails]),
  );
  const mailed = tx.db.select({ one: sql`1` }).from(reportDeliveries).where(eq(reportDeliveries.recipientId, reportRecipients.id));
  await tx.db
    .delete(reportRecipients)
    .where(and(isRemoved, isNull(reportRecipients.confirmedAt), isNull(reportRecipients.unsubscribedAt), notExists(mailed)));
  await tx.db.update(reportRecipients).set({ listed: false }).where(isRemoved);
};

/** The listed recipients that must confirm and were not asked yet. */
const listToAsk = async (tx: TransactionContext<OrgContext>) =>
  (await listRecipients(tx.db, tx.org.id))
    .filter(({ recipient, memberId }) => recipient.askedAt === null && stateOfRecipient(recipient, memberId) === 'pending')
    .map(({ recipient }) => recipient);

/** Spends the tries of addresses that this save adds, so that nobody is flooded with questions. Throws `rate_limited`. */
const limitNewAddresses = async (ctx: OrgContext, emails: readonly string[]): Promise<void> => {
  const known = await ctx.db.select({ email: reportRecipients.email }).from(reportRecipients).where(eq(reportRecipients.orgId, ctx.org.id));
  const knownEmails = new Set(known.map(({ email }) => email));
  const throttle = throttleOf(ctx);
  for (const email of emails) {
    if (knownEmails.has(email)) continue;
    await throttle.spend('reportConfirmationFromOrganization', ctx.org.id);
    await throttle.spend('reportConfirmationToAddress', email);
  }
};

/**
 * Saves when the report is due and who gets it. An address that is not a member's proven mailbox is mailed a link to confirm first; one
 * that unsubscribed stays unsubscribed. Throws `reports_plan` or `rate_limited`.
 */
export const saveReportSettings = useCase({
  name: 'reports/save-report-settings',
  access: 'admin',
  plan: 'reports',
  input: reportSettingsInput,
  audit: 'Changed the report by mail',
})(async (ctx, input): Promise<ReportSettings> => {
  const { enabled, frequency, hour, timeZone, recipients } = input;
  await limitNewAddresses(ctx, recipients);
  return withTransaction(ctx, async (tx, audit) => {
    const now = tx.clock.now();
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    const nextAt = nextAtOf(await findSchedule(tx.db, tx.org.id), input, now);
    const schedule = { enabled, frequency, hour, timeZone, nextAt, updatedAt: now };
    await tx.db
      .insert(reportSchedules)
      .values({ orgId: tx.org.id, ...schedule })
      .onConflictDoUpdate({ target: reportSchedules.orgId, set: schedule });
    await removeOthers(tx, recipients);
    if (recipients.length > 0) {
      await tx.db
        .insert(reportRecipients)
        .values(
          recipients.map((email) => ({
            ...{ id: newId<'report-recipient'>(), orgId: tx.org.id, email, listed: true },
            ...{ addedBy: personBehind(tx.actor), createdAt: now },
          })),
        )
        .onConflictDoUpdate({ target: [reportRecipients.orgId, reportRecipients.email], set: { listed: true } });
    }
    const toAsk = await listToAsk(tx);
    const ids = toAsk.map(({ id }) => id);
    if (ids.length > 0) await tx.db.update(reportRecipients).set({ askedAt: now }).where(inArray(reportRecipients.id, ids));
    for (const recipientId of ids) await tx.jobs.enqueue(tx.db, sendReportConfirmationJob, { recipientId });
    audit({ detail: { enabled, frequency, recipients: recipients.length } });
    return readSettings(tx);
  });
});
