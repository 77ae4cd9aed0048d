import { invitations } from '@notafter/db';
import { addMs, DomainError, hasFreeSeat, INVITATION_VALID_MS, limitText } from '@notafter/domain';
import { invitationIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type InvitationView, toInvitationView } from './internal/invitation-view.ts';
import { sendInvitationMailJob } from './internal/jobs.ts';
import { refuseKnownAddress } from './internal/known-address.ts';
import { rateLimitMail } from './internal/rate-limit-mail.ts';
import { countSeats, isUndecided, lockOrganization, requireTeam } from './seats.ts';

/**
 * Mails an invitation again and restarts its validity; the code stays, so that each of its mails works. An expired one takes a
 * seat again. Throws `team_plan`, `invitation_not_open`, `user_exists`, `user_limit` or `rate_limited`.
 */
export const resendInvitation = useCase({
  name: 'team/resend-invitation',
  access: 'admin',
  plan: 'team',
  input: invitationIdInput,
  audit: 'Sent an invitation again',
})(async (ctx, { id }): Promise<{ invitation: InvitationView }> => {
  const undecided = and(eq(invitations.id, id), eq(invitations.orgId, ctx.org.id), isUndecided);
  const [found] = await ctx.db.select().from(invitations).where(undecided);
  if (found === undefined) throw new DomainError('invitation_not_open');
  return rateLimitMail(ctx, found.email, () =>
    withTransaction(ctx, async (tx, audit) => {
      const now = tx.clock.now();
      const { entitlements } = await lockOrganization(tx, tx.org.id);
      requireTeam(entitlements);
      await refuseKnownAddress(tx.db, found.email);
      const [before] = await tx.db.select().from(invitations).where(undecided).for('update');
      if (before === undefined) throw new DomainError('invitation_not_open');
      const seats = await countSeats(tx.db, tx.org.id, entitlements.memberLimit, now);
      if (before.expiresAt <= now && !hasFreeSeat(seats))
        throw new DomainError('user_limit', { message: limitText('user_limit', tx.org.plan) });
      const expiresAt = addMs(now, INVITATION_VALID_MS);
      await tx.db.update(invitations).set({ expiresAt }).where(eq(invitations.id, id));
      await tx.jobs.enqueue(tx.db, sendInvitationMailJob, { invitationId: id });
      audit({ subjectId: id, detail: { email: before.email } });
      return { invitation: toInvitationView({ ...before, expiresAt }, now) };
    }),
  );
});
