import { invitations } from '@notafter/db';
import type { InvitationId, Role } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { OrgContext } from '../../context.ts';
import { inviteUser } from '../invite-user.ts';

let invited = 0;

/** An address without an account. */
export const newAddress = (): string => {
  invited += 1;
  return `invited-${invited}-${process.pid}@example.com`;
};

/** Invites Maren Voss, by default a viewer at a new address. */
export const invite = async (org: OrgContext, given: { readonly email?: string; readonly role?: Role } = {}) => {
  const { invitation } = await inviteUser(org, { email: newAddress(), firstName: 'Maren', lastName: 'Voss', role: 'viewer', ...given });
  return { ...invitation, orgId: org.org.id, code: org.auth.signInvitation(invitation.id) };
};

export const invitationRow = async ({ db }: Pick<OrgContext, 'db'>, id: InvitationId) => {
  const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
  return row;
};
