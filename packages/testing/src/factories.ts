import { newId, organizations, users } from '@notafter/db';
import type { OrganizationId, Role, SessionActor, UserId } from '@notafter/domain';
import { type OrgContext, openOrganization, type SystemContext } from '@notafter/features';
import { makeRequestContext } from './context.ts';

/** The password of every user of `makeUser`, unless the test sets another. */
export const TEST_PASSWORD = 'correct horse battery';

interface OrganizationOverrides {
  readonly name?: string;
  readonly plan?: string;
  readonly certificateLimit?: number;
  readonly userLimit?: number;
  readonly disabled?: boolean;
}

export const makeOrganization = async (ctx: SystemContext, overrides: OrganizationOverrides = {}): Promise<OrganizationId> => {
  const id = newId<'organization'>();
  await ctx.db
    .insert(organizations)
    .values({ id, name: 'Example', plan: ctx.config.defaultPlan, createdAt: ctx.clock.now(), ...overrides });
  return id;
};

export interface TestUser {
  readonly id: UserId;
  readonly orgId: OrganizationId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
}

interface UserOverrides {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role?: Role;
  /** Absent: no password, because hashing one takes time. */
  readonly password?: string;
  readonly activated?: boolean;
  /** Their mailbox is proven, which a platform administrator needs. */
  readonly proven?: boolean;
}

/** An ID in letters without words or numbers. Hex contains some (`bea`, `443`), so searches for them would find it. */
export const wordlessLetters = (id: string): string =>
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(8)
    .padStart(43, '0')
    .replaceAll(/\d/g, (digit) => 'jkqvwxyz'.charAt(Number(digit)));

/** An activated admin by default. */
export const makeUser = async (
  ctx: SystemContext,
  orgId: OrganizationId,
  { password, activated = true, proven = false, ...overrides }: UserOverrides = {},
): Promise<TestUser> => {
  const id = newId<'user'>();
  const user: TestUser = {
    id,
    orgId,
    email: `user-${wordlessLetters(id)}@example.com`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    role: 'admin',
    ...overrides,
  };
  const now = ctx.clock.now();
  await ctx.db.insert(users).values({
    ...user,
    passwordHash: password === undefined ? null : await ctx.auth.hashPassword(password),
    activatedAt: activated ? now : null,
    mailboxProvenAt: proven ? now : null,
    createdAt: now,
  });
  return user;
};

export const actorOf = ({ id, ...person }: TestUser, sessionId = 'test-session'): SessionActor => ({
  ...person,
  userId: id,
  via: 'session',
  sessionId,
});

/** A signed-in person in their organization. */
export type MemberContext = OrgContext & { readonly actor: SessionActor };

/** Opens a context for a person in their organization, as the transports do: plan and limits come from the row. */
export const openAs = async <Context extends SystemContext>(ctx: Context, user: TestUser): Promise<Context & MemberContext> => {
  const actor = actorOf(user);
  const request = makeRequestContext(ctx, { actor });
  return { ...request, ...(await openOrganization(request)), actor };
};

interface OrgContextOverrides extends OrganizationOverrides {
  readonly role?: Role;
}

/** A new organization and one person in it, with a context. */
export const makeOrgContext = async <Context extends SystemContext>(
  ctx: Context,
  { role = 'admin', ...organization }: OrgContextOverrides = {},
): Promise<Context & MemberContext> => {
  const orgId = await makeOrganization(ctx, organization);
  return openAs(ctx, await makeUser(ctx, orgId, { role }));
};
