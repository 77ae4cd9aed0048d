import { reportRecipients } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { reportLinkInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { actorOfLink, type LinkedReport, openReportLink } from './internal/report-link.ts';

/**
 * Confirms a recipient by the link in a mail, or subscribes one again that had unsubscribed. Throws `link_invalid`, `rate_limited`, or
 * `not_found` for an address that is not on the list.
 */
export const subscribeByLink = useCase({
  name: 'reports/subscribe-by-link',
  access: 'anyone',
  input: reportLinkInput,
  audit: 'Subscribed to the report by its link',
})(async (ctx, { token }): Promise<LinkedReport> => {
  const { recipient } = await openReportLink(ctx, token);
  await withTransaction({ ...ctx, actor: actorOfLink(ctx, recipient) }, async (tx, audit) => {
    const subscribed = await tx.db
      .update(reportRecipients)
      .set({ confirmedAt: tx.clock.now(), unsubscribedAt: null })
      .where(and(eq(reportRecipients.id, recipient.id), eq(reportRecipients.listed, true)))
      .returning({ id: reportRecipients.id });
    if (subscribed.length === 0) throw new DomainError('not_found');
    audit({ subjectId: recipient.id, detail: { email: recipient.email } });
  });
  return (await openReportLink(ctx, token)).linked;
});
