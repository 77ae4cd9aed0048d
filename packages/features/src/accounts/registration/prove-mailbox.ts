import { DomainError } from '@notafter/domain';
import { proveMailboxInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { readLinkState, useLink } from '../internal/one-time-links.ts';
import { endOtherSessionsOf } from '../sessions/internal/end-sessions.ts';
import { markMailboxProven } from './internal/mark-mailbox-proven.ts';

/**
 * Uses a mailed link in a session of the person it was mailed to, which proves that the mailbox and the session belong to one
 * person. Ends every other session, since a stranger may have started it. Throws `link_invalid`, also for another person's link,
 * `link_used` or `link_expired`.
 */
export const proveMailbox = useCase({
  name: 'accounts/prove-mailbox',
  access: 'member',
  via: 'session',
  input: proveMailboxInput,
  audit: 'Confirmed the mailbox',
})(async (ctx, { token }): Promise<{ message: string }> => {
  const person = ctx.actor;
  const { userId } = person;
  await withTransaction(ctx, async (tx, audit) => {
    const link = await readLinkState(tx, 'mailbox-proof', token);
    if (link.state === 'unknown' || link.userId !== userId) throw new DomainError('link_invalid');
    if (link.state === 'expired') throw new DomainError('link_expired');
    if (link.state === 'used' || !(await useLink(tx, link.id))) throw new DomainError('link_used');
    await markMailboxProven(tx, userId, link.email);
    await endOtherSessionsOf(tx, person);
    audit({ subjectId: userId });
  });
  return { message: 'Your mailbox is confirmed. Every other browser was signed out.' };
});
