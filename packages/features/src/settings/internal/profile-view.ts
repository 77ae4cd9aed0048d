import { type Executor, organizations, users } from '@notafter/db';
import { DomainError, type PlatformAdminState, platformAdminStateOf, type Role, type UserId } from '@notafter/domain';
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { avatarHashOf } from '../../accounts/avatar-hash.ts';
import { type ProofKind, proofKindOf } from '../../accounts/sessions/proof.ts';
import type { SystemContext } from '../../context.ts';
import { findPendingEmail, type PendingEmail } from './email-change.ts';

export interface ProfileView {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** A requested address that is not yet confirmed from both addresses. */
  readonly pendingEmail: PendingEmail | null;
  readonly company: string;
  readonly position: string;
  readonly role: Role;
  /** SHA-256 (hex) of the address: the picture's name below `/avatars/`. */
  readonly avatarHash: string;
  /** False for a person who signs in only by other means. */
  readonly hasPassword: boolean;
  /** The proof that setting a new password requires. */
  readonly proof: ProofKind;
  /** Whether the person administers the platform, or has to confirm their mailbox first. */
  readonly platformAdmin: PlatformAdminState;
  readonly organizationName: string;
  /** Why an organization cannot lose this person: `member` is its only member, `admin` its only admin. */
  readonly last: 'member' | 'admin' | null;
}

/** Counts the other members of an organization, and those who are admins and can sign in. */
export const countOthers = async (db: Executor, orgId: (typeof users.$inferSelect)['orgId'], userId: UserId) => {
  const [row] = await db
    .select({
      members: sql<number>`count(*)::int`,
      admins: sql<number>`(count(*) filter (where ${and(eq(users.role, 'admin'), isNotNull(users.activatedAt))}))::int`,
    })
    .from(users)
    .where(and(eq(users.orgId, orgId), ne(users.id, userId)));
  return row ?? { members: 0, admins: 0 };
};

/** Throws `unauthenticated` for a deleted person. */
export const getProfileView = async (
  ctx: { db: Executor } & Pick<SystemContext, 'clock' | 'config'>,
  userId: UserId,
): Promise<ProfileView> => {
  const [row] = await ctx.db
    .select({ user: users, organizationName: organizations.name })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.orgId))
    .where(eq(users.id, userId));
  if (row === undefined) throw new DomainError('unauthenticated');
  const { firstName, lastName, email, company, position, role, orgId, passwordHash } = row.user;
  const others = await countOthers(ctx.db, orgId, userId);
  return {
    firstName,
    lastName,
    email,
    pendingEmail: await findPendingEmail(ctx, userId),
    company,
    position,
    role,
    avatarHash: avatarHashOf(email),
    hasPassword: passwordHash !== null,
    proof: await proofKindOf(ctx, userId),
    platformAdmin: platformAdminStateOf(row.user, ctx.config),
    organizationName: row.organizationName,
    last: others.members === 0 ? 'member' : role === 'admin' && others.admins === 0 ? 'admin' : null,
  };
};
