import { users } from '@notafter/db';
import type { OrganizationId, Role, UserId } from '@notafter/domain';
import { avatarHashOf } from '../../accounts/avatar-hash.ts';

export interface TeamMember {
  readonly id: UserId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly orgId: OrganizationId;
  /** SHA-256 (hex) of the address: the picture's name below `/avatars/`. */
  readonly avatarHash: string;
}

const { id, email, firstName, lastName, role, createdAt, orgId } = users;
export const memberColumns = { id, email, firstName, lastName, role, createdAt, orgId };

export const toMember = (row: Omit<TeamMember, 'avatarHash'>): TeamMember => ({
  ...row,
  avatarHash: avatarHashOf(row.email),
});
