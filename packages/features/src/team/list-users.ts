import { createHash } from 'node:crypto';
import { users } from '@notafter/db';
import type { OrganizationId, Role, UserId } from '@notafter/domain';
import { asc, eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';

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

/** More people than any team has; it bounds the answer. */
const LISTED_MAX = 10_000;

/** The people of the organisation, by name. */
export const listUsers = async (ctx: OrgContext): Promise<{ users: readonly TeamMember[] }> => {
  requirePermission(ctx, 'team/list-users');
  const { id, email, firstName, lastName, role, createdAt, orgId } = users;
  const rows = await ctx.db
    .select({ id, email, firstName, lastName, role, createdAt, orgId })
    .from(users)
    .where(eq(users.orgId, ctx.org.id))
    .orderBy(asc(firstName), asc(lastName), asc(id))
    .limit(LISTED_MAX);
  return { users: rows.map((row) => ({ ...row, avatarHash: createHash('sha256').update(row.email).digest('hex') })) };
};
