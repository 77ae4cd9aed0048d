import type { NewSession } from '@notafter/auth';
import { type Executor, organizations, users } from '@notafter/db';
import {
  DomainError,
  type IdentityProviderName,
  type OrganizationId,
  type SecondFactorQuestion,
  type SessionUser,
  type UserId,
} from '@notafter/domain';
import { eq, type SQL } from 'drizzle-orm';
import type { RequestContext, TransactionContext } from '../../../context.ts';
import type { AuditNote } from '../../../with-transaction.ts';
import { openSession } from './open-session.ts';
import { sessionUserOf } from './session-user.ts';

/** Outcome of a completed sign-in. */
export interface SignedIn {
  readonly state: 'signed-in';
  readonly user: SessionUser;
  readonly orgId: OrganizationId;
  /** For the transport's cookie; never part of a response body. */
  readonly session: NewSession;
  /** The identity that waited for this person and was linked by the sign-in. */
  readonly linked: IdentityProviderName | null;
}

/** A first factor led to a session, or to a challenge for the second factor. */
export type Login = SignedIn | { readonly state: 'second-factor'; readonly question: SecondFactorQuestion };

export type SignInAccount = typeof users.$inferSelect & { readonly organizationDisabled: boolean };

/** Returns the one account that `which` selects, with what decides whether it may sign in. */
export const findSignInAccount = async ({ db }: { readonly db: Executor }, which: SQL): Promise<SignInAccount | undefined> => {
  const [found] = await db
    .select({ user: users, organizationDisabled: organizations.disabled })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.orgId))
    .where(which);
  return found === undefined ? undefined : { ...found.user, organizationDisabled: found.organizationDisabled };
};

/** Throws `not_activated` or `organization_disabled`: revealed only after the person proved who they are. */
export const requireOpenAccount = (account: SignInAccount): void => {
  if (account.activatedAt === null) throw new DomainError('not_activated');
  if (account.organizationDisabled) throw new DomainError('organization_disabled');
};

/** The audit row of a sign-in names the person who signed in, regardless of the browser's previous session. */
export const signInNote = ({ id, email, orgId }: SignInAccount, detail: Record<string, unknown> = {}): AuditNote => ({
  subjectId: id,
  actorId: id,
  actorEmail: email,
  orgId,
  detail,
});

/** Further changes of a sign-in, for its audit row. */
export const linkedDetail = (result: object): Record<string, unknown> =>
  'linked' in result && result.linked !== null ? { linked: result.linked } : {};

interface Proof {
  readonly secondFactorGiven: boolean;
}

/** Calls `openSession` for sign-ins that return the person. */
export const signInAs = async (tx: TransactionContext<RequestContext>, account: SignInAccount, proof: Proof): Promise<Login> => {
  const userId: UserId = account.id;
  const opened = await openSession(tx, userId, proof);
  if (opened.state === 'second-factor') return opened;
  return {
    state: 'signed-in',
    user: sessionUserOf({ ...account, userId }),
    orgId: account.orgId,
    session: opened.session,
    linked: opened.linked,
  };
};
