import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { mailLinkTo } from '../internal/one-time-links.ts';

/** Mails a link to the person's own address that proves they own it when opened in one of their sessions. Throws `rate_limited`. */
export const requestMailboxProof = useCase({
  name: 'accounts/request-mailbox-proof',
  access: 'member',
  via: 'session',
  audit: 'Asked for a mailbox confirmation',
})(async (ctx): Promise<{ message: string }> => {
  const { userId, email } = ctx.actor;
  await throttleOf(ctx).spend('mailboxProof', userId);
  await withTransaction(ctx, async (tx, audit) => {
    await mailLinkTo(tx, 'mailbox-proof', email);
    audit({ subjectId: userId });
  });
  return { message: `We sent a link to ${email}. Open it in this browser while you're signed in.` };
});
