import { invitations } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { invitationIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { isUndecided } from './seats.ts';

/** Revokes an invitation, on every plan: its link stops working and its seat is free. Throws `invitation_not_open`. */
export const revokeInvitation = useCase({
  name: 'team/revoke-invitation',
  access: 'admin',
  input: invitationIdInput,
  audit: 'Revoked an invitation',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const [revoked] = await tx.db
      .update(invitations)
      .set({ revokedAt: tx.clock.now() })
      .where(and(eq(invitations.id, id), eq(invitations.orgId, tx.org.id), isUndecided))
      .returning({ email: invitations.email });
    if (revoked === undefined) throw new DomainError('invitation_not_open');
    audit({ subjectId: id, detail: { email: revoked.email } });
  });
});
