import { organizations, reportDeliveries, reportRecipients, reportSchedules, users } from '@notafter/db';
import { addMs, cleanLine, MailError, REPORT_LEASE_MS, REPORT_TRIES_MAX, reportRetryAt } from '@notafter/domain';
import { and, asc, eq, gte, lt, lte } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { type ComposedReport, composeReport, mailOf } from './compose-report.ts';
import { includesReports, isProvenMember, type ReportDeliveryRow, stateOfRecipient } from './recipients.ts';
import { linkOf } from './report-link.ts';

/** As many as one organization's report has recipients, so that its figures are read once. */
const BATCH = 20;
const PROBLEM_MAX_LENGTH = 200;
const LOST = 'The last try did not finish.';
const NOT_PREPARED = 'The report could not be prepared.';

type Outcome =
  | { readonly state: 'sent' | 'canceled' }
  | { readonly state: 'failed'; readonly problem: string }
  | { readonly state: 'waiting'; readonly problem: string };

/** Claims deliveries by a lease: after it, another worker tries those that this one lost. */
const claim = async ({ db, clock }: SystemContext): Promise<ReportDeliveryRow[]> => {
  const now = clock.now();
  const isDue = and(eq(reportDeliveries.state, 'waiting'), lte(reportDeliveries.nextTryAt, now));
  await db
    .update(reportDeliveries)
    .set({ state: 'failed', nextTryAt: null, problem: LOST })
    .where(and(isDue, gte(reportDeliveries.tries, REPORT_TRIES_MAX)));
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(reportDeliveries)
      .where(and(isDue, lt(reportDeliveries.tries, REPORT_TRIES_MAX)))
      .orderBy(asc(reportDeliveries.nextTryAt), asc(reportDeliveries.orgId))
      .limit(BATCH)
      .for('update', { skipLocked: true });
    for (const { id, tries } of due) {
      await tx
        .update(reportDeliveries)
        .set({ tries: tries + 1, nextTryAt: addMs(now, REPORT_LEASE_MS) })
        .where(eq(reportDeliveries.id, id));
    }
    return due.map((row) => ({ ...row, tries: row.tries + 1 }));
  });
};

/** Returns what a delivery needs; null if it is no longer wanted: unsubscribed, removed, switched off, or not in the plan. */
const findWanted = async ({ db, config }: SystemContext, { recipientId }: ReportDeliveryRow) => {
  const [row] = await db
    .select({ recipient: reportRecipients, organization: organizations, schedule: reportSchedules, memberId: users.id })
    .from(reportRecipients)
    .innerJoin(organizations, eq(organizations.id, reportRecipients.orgId))
    .innerJoin(reportSchedules, eq(reportSchedules.orgId, reportRecipients.orgId))
    .leftJoin(users, isProvenMember)
    .where(eq(reportRecipients.id, recipientId));
  if (row === undefined || !row.schedule.enabled || !row.recipient.listed) return null;
  return includesReports(row.organization, config) && stateOfRecipient(row.recipient, row.memberId) === 'active' ? row : null;
};

type Compose = (org: ComposedFor, delivery: ReportDeliveryRow) => Promise<ComposedReport>;
type ComposedFor = NonNullable<Awaited<ReturnType<typeof findWanted>>>;

/** Reads the figures of each report once in a batch. */
const composeOnce = (ctx: SystemContext): Compose => {
  const composed = new Map<string, Promise<ComposedReport>>();
  return ({ organization: org, schedule }, { frequency, periodFrom: from, dueAt: until }) => {
    const key = `${org.id} ${until.getTime()}`;
    const report = composed.get(key) ?? composeReport({ ...ctx, org }, { frequency, timeZone: schedule.timeZone, from, until });
    composed.set(key, report);
    return report;
  };
};

const outcomeOf = (ctx: SystemContext, error: unknown, { id, orgId }: ReportDeliveryRow): Outcome => {
  if (!(error instanceof MailError)) {
    ctx.log.error({ err: error, orgId, deliveryId: id }, 'a report was not prepared');
    return { state: 'waiting', problem: NOT_PREPARED };
  }
  const problem = cleanLine(error.answer === '' ? error.message : error.answer, PROBLEM_MAX_LENGTH);
  return { state: error.retryable ? 'waiting' : 'failed', problem };
};

/** A mail whose outcome is not known is sent again, with the same Message-ID. */
const send = async (ctx: SystemContext, compose: Compose, delivery: ReportDeliveryRow): Promise<Outcome> => {
  try {
    const wanted = await findWanted(ctx, delivery);
    if (wanted === null) return { state: 'canceled' };
    const { recipient } = wanted;
    const mail = mailOf(await compose(wanted, delivery), { to: recipient.email, unsubscribeLink: linkOf(ctx, recipient.id) });
    await ctx.gateways.mailer.send(mail, delivery.id);
    return { state: 'sent' };
  } catch (error) {
    return outcomeOf(ctx, error, delivery);
  }
};

const store = async ({ db, clock }: SystemContext, { id, tries }: ReportDeliveryRow, outcome: Outcome): Promise<void> => {
  const now = clock.now();
  const problem = 'problem' in outcome ? outcome.problem : null;
  const retryAt = outcome.state === 'waiting' ? reportRetryAt(tries, now) : null;
  const state = outcome.state === 'waiting' && retryAt === null ? 'failed' : outcome.state;
  await db
    .update(reportDeliveries)
    .set({ state, problem, nextTryAt: retryAt, sentAt: state === 'sent' ? now : null })
    .where(and(eq(reportDeliveries.id, id), eq(reportDeliveries.tries, tries), eq(reportDeliveries.state, 'waiting')));
};

/** Sends the deliveries that are due, a batch at most. Returns how many it tried. */
export const deliverReports = async (ctx: SystemContext): Promise<number> => {
  const claimed = await claim(ctx);
  const compose = composeOnce(ctx);
  await Promise.all(claimed.map(async (delivery) => store(ctx, delivery, await send(ctx, compose, delivery))));
  return claimed.length;
};
