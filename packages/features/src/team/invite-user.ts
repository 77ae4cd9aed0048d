import { invitations, newId } from '@notafter/db';
import { addMs, DomainError, hasFreeSeat, INVITATION_VALID_MS, limitText } from '@notafter/domain';
import { inviteUserInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type InvitationView, toInvitationView } from './internal/invitation-view.ts';
import { sendInvitationMailJob } from './internal/jobs.ts';
import { refuseKnownAddress } from './internal/known-address.ts';
import { rateLimitMail } from './internal/rate-limit-mail.ts';
import { countSeats, isUndecided, lockOrganization, requireTeam } from './seats.ts';

/**
 * Invites an address by mail; replaces an earlier invitation of the same address. Throws `team_plan`, `user_exists` if a proved
 * account in any organization has the address, `user_limit` or `rate_limited`.
 */
export const inviteUser = useCase({
  name: 'team/invite-user',
  access: 'admin',
  plan: 'team',
  input: inviteUserInput,
  audit: 'Invited a person',
})(async (ctx, input): Promise<{ invitation: InvitationView }> => {
  const { userId } = ctx.actor;
  const { email, firstName, lastName, role } = input;
  return rateLimitMail(ctx, email, () =>
    withTransaction(ctx, async (tx, audit) => {
      const now = tx.clock.now();
      const { entitlements } = await lockOrganization(tx, tx.org.id);
      requireTeam(entitlements);
      await refuseKnownAddress(tx.db, email);
      await tx.db
        .update(invitations)
        .set({ revokedAt: now })
        .where(and(eq(invitations.orgId, tx.org.id), eq(invitations.email, email), isUndecided));
      if (!hasFreeSeat(await countSeats(tx.db, tx.org.id, entitlements.memberLimit, now)))
        throw new DomainError('user_limit', { message: limitText('user_limit', tx.org.plan) });
      const row = {
        id: newId<'invitation'>(),
        orgId: tx.org.id,
        email,
        firstName,
        lastName,
        role,
        invitedBy: userId,
        createdAt: now,
        expiresAt: addMs(now, INVITATION_VALID_MS),
        acceptedAt: null,
        revokedAt: null,
      };
      await tx.db.insert(invitations).values(row);
      await tx.jobs.enqueue(tx.db, sendInvitationMailJob, { invitationId: row.id });
      audit({ subjectId: row.id, detail: { email, role } });
      return { invitation: toInvitationView(row, now) };
    }),
  );
});
