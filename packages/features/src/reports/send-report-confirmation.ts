import { organizations, reportRecipients, users } from '@notafter/db';
import type { ReportRecipientId } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { findSchedule } from './get-report-settings.ts';
import { includesReports } from './internal/recipients.ts';
import { linkOf } from './internal/report-link.ts';

/**
 * Job: asks one address whether it wants the report. Sends nothing if it decided, was removed, or the plan no longer includes reports.
 * Rejects with the mailer's error, so that the queue retries.
 */
export const sendReportConfirmation = useCase({
  name: 'reports/send-report-confirmation',
  access: 'system',
})(async (ctx, { recipientId }: { readonly recipientId: ReportRecipientId }): Promise<void> => {
  const [row] = await ctx.db
    .select({ recipient: reportRecipients, organization: organizations, inviter: users.email })
    .from(reportRecipients)
    .innerJoin(organizations, eq(organizations.id, reportRecipients.orgId))
    .leftJoin(users, and(eq(users.id, reportRecipients.addedBy), eq(users.orgId, reportRecipients.orgId)))
    .where(eq(reportRecipients.id, recipientId));
  if (row === undefined || !includesReports(row.organization, ctx.config)) return;
  const { email, orgId, listed, confirmedAt, unsubscribedAt } = row.recipient;
  if (!listed || confirmedAt !== null || unsubscribedAt !== null) return;
  const { frequency } = await findSchedule(ctx.db, orgId);
  const mail = {
    ...({ kind: 'report-confirmation', to: email, inviter: row.inviter, organization: row.organization.name } as const),
    ...{ frequency, link: linkOf(ctx, recipientId) },
  };
  await ctx.gateways.mailer.send(mail, recipientId);
});
