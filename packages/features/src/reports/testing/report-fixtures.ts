import { reportDeliveries, reportRecipients } from '@notafter/db';
import type { Mail } from '@notafter/domain';
import type { ReportSettingsInput } from '@notafter/domain/inputs';
import type { TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import type { OrgContext } from '../../context.ts';
import { saveReportSettings } from '../save-report-settings.ts';

export const schedule: ReportSettingsInput = { enabled: true, frequency: 'weekly', hour: 8, timeZone: 'Europe/Berlin', recipients: [] };

export const save = (ctx: OrgContext, input: Partial<ReportSettingsInput>) => saveReportSettings(ctx, { ...schedule, ...input });

/** Saves recipients that confirmed. */
export const saveConfirmed = async (ctx: OrgContext, recipients: string[], input: Partial<ReportSettingsInput> = {}) => {
  await save(ctx, { ...input, recipients });
  await ctx.db.update(reportRecipients).set({ confirmedAt: ctx.clock.now() }).where(eq(reportRecipients.orgId, ctx.org.id));
};

type ReportMail = Extract<Mail, { kind: 'report' }>;

export const reportsSent = (test: TestContext): ReportMail[] =>
  test.ctx.gateways.mailer.sent.flatMap(({ mail }) => (mail.kind === 'report' ? [mail] : []));

export const deliveriesOf = async (ctx: OrgContext) => {
  const rows = await ctx.db.select().from(reportDeliveries).where(eq(reportDeliveries.orgId, ctx.org.id));
  return rows.toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
};

export const tokenFor = async (ctx: OrgContext, email: string): Promise<string> => {
  const rows = await ctx.db.select().from(reportRecipients).where(eq(reportRecipients.orgId, ctx.org.id));
  const row = rows.find((recipient) => recipient.email === email);
  if (row === undefined) throw new Error('No such recipient.');
  return ctx.auth.signReportLink(row.id);
};
