import { invitations } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import type { InvitationIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { isUndecided } from './seats.ts';

/** Revokes an invitation, on every plan: its link stops working and its seat is free. Throws `invitation_not_open`. */
export const revokeInvitation = async (ctx: OrgContext, { id }: InvitationIdInput): Promise<void> => {
  requirePermission(ctx, 'team/revoke-invitation');
  await withTransaction(ctx, 'team/revoke-invitation', async (tx, audit) => {
    const [revoked] = await tx.db
      .update(invitations)
      .set({ revokedAt: tx.clock.now() })
      .where(and(eq(invitations.id, id), eq(invitations.orgId, tx.org.id), isUndecided))
      .returning({ email: invitations.email });
    if (revoked === undefined) throw new DomainError('invitation_not_open');
    audit({ subjectId: id, detail: { email: revoked.email } });
  });
};
