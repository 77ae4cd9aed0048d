import { reportRecipients } from '@notafter/db';
import { reportLinkInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { actorOfLink, type LinkedReport, openReportLink } from './internal/report-link.ts';

/**
 * Unsubscribes one recipient by the link in a mail, also by the POST of a mail program (RFC 8058). No admin can undo it. A second call
 * changes nothing. Throws `link_invalid`, `not_found` or `rate_limited`.
 */
export const unsubscribeByLink = useCase({
  name: 'reports/unsubscribe-by-link',
  access: 'anyone',
  input: reportLinkInput,
  audit: 'Unsubscribed from the report by its link',
})(async (ctx, { token }): Promise<LinkedReport> => {
  const { recipient } = await openReportLink(ctx, token);
  await withTransaction({ ...ctx, actor: actorOfLink(ctx, recipient) }, async (tx, audit) => {
    await tx.db
      .update(reportRecipients)
      .set({ unsubscribedAt: tx.clock.now(), confirmedAt: null })
      .where(and(eq(reportRecipients.id, recipient.id), isNull(reportRecipients.unsubscribedAt)));
    audit({ subjectId: recipient.id, detail: { email: recipient.email } });
  });
  return (await openReportLink(ctx, token)).linked;
});
