import { addMs, lastReportAt, type Mail, type ReadableMail, reportPeriod } from '@notafter/domain';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { findSchedule } from './get-report-settings.ts';
import { composeReport, mailOf } from './internal/compose-report.ts';

/** The report as if it were due now, as a mail without a link to unsubscribe. Its period is as long as that of the last due one. */
export const composeForNow = async (ctx: OrgContext, to: string): Promise<Extract<Mail, { kind: 'report' }>> => {
  const schedule = await findSchedule(ctx.db, ctx.org.id);
  const { frequency, timeZone } = schedule;
  const until = ctx.clock.now();
  const last = reportPeriod(schedule, lastReportAt(schedule, until));
  const from = addMs(until, last.from.getTime() - last.until.getTime());
  return mailOf(await composeReport(ctx, { frequency, timeZone, from, until }), { to, unsubscribeLink: null });
};

/** Returns the report as people would get it now, in HTML and as text. */
export const previewReport = useCase({
  name: 'reports/preview-report',
  access: 'member',
  plan: 'reports',
})(async (ctx): Promise<ReadableMail> => {
  const { subject, text, html } = ctx.gateways.mailer.render(await composeForNow(ctx, ctx.actor.email));
  return { subject, text, html };
});
