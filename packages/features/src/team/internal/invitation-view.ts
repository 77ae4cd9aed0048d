import type { invitations } from '@notafter/db';
import type { InvitationId, Role } from '@notafter/domain';

export interface InvitationView {
  readonly id: InvitationId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** An expired one takes no seat and is listed until it is sent again, revoked or purged. */
  readonly state: 'pending' | 'expired';
}

export const toInvitationView = (row: typeof invitations.$inferSelect, now: Date): InvitationView => {
  const { id, email, firstName, lastName, role, createdAt, expiresAt } = row;
  return { id, email, firstName, lastName, role, createdAt, expiresAt, state: expiresAt > now ? 'pending' : 'expired' };
};
