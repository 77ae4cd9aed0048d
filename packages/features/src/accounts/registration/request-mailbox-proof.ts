import { type OrgContext, requirePerson } from '../../context.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { withTransaction } from '../../with-transaction.ts';
import { mailLinkTo } from '../internal/one-time-links.ts';

/** Mails a link to the person's own address that proves they own it when opened in one of their sessions. Throws `rate_limited`. */
export const requestMailboxProof = async (ctx: OrgContext): Promise<{ message: string }> => {
  const { userId, email } = requirePerson(ctx, 'accounts/request-mailbox-proof');
  await throttleOf(ctx).spend('mailboxProof', userId);
  await withTransaction(ctx, 'accounts/request-mailbox-proof', async (tx, audit) => {
    await mailLinkTo(tx, 'mailbox-proof', email);
    audit({ subjectId: userId });
  });
  return { message: `We sent a link to ${email}. Open it in this browser while you're signed in.` };
};
