import { type Executor, invitations, newId, organizations, users } from '@notafter/db';
import { DomainError, hasRoomToJoin, networkOf } from '@notafter/domain';
import { type AcceptInvitationInput, acceptInvitationInput } from '@notafter/domain/inputs';
import { and, eq, getTableColumns } from 'drizzle-orm';
import { checkPassword } from '../accounts/passwords/check-password.ts';
import { endUnprovenSignUp } from '../accounts/registration/unproven-sign-up.ts';
import type { SystemContext } from '../context.ts';
import { throttleOf } from '../throttling/throttle.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { countSeats, isOpen, lockOrganization } from './seats.ts';

const DONE = 'Account successfully created and activated. Redirecting to login page...';

type Reader = Pick<SystemContext, 'auth' | 'clock'> & { readonly db: Executor };

/** Throws `invitation_not_found` if this address was never invited there, `invitation_used` otherwise. */
const getOpenInvitation = async ({ auth, clock, db }: Reader, { email, orgId, code }: AcceptInvitationInput) => {
  const ofAddress = and(eq(invitations.orgId, orgId), eq(invitations.email, email));
  const [known] = await db.select({ id: invitations.id }).from(invitations).where(ofAddress).limit(1);
  if (known === undefined) throw new DomainError('invitation_not_found');
  const id = auth.readInvitation(code);
  if (id === null) throw new DomainError('invitation_used');
  const [open] = await db
    .select({ ...getTableColumns(invitations), organizationName: organizations.name })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.orgId))
    .where(and(eq(invitations.id, id), ofAddress, isOpen(clock.now())));
  if (open === undefined) throw new DomainError('invitation_used');
  return open;
};

/**
 * Creates the account of an invited person, active immediately, since the code came by mail to its address. Removes an
 * unconfirmed sign-up of that address, which may be a stranger's. Checks the plan again, which may have become smaller. Throws
 * `invitation_used`, `invitation_not_found`, `password_too_short`, `password_too_common`, `organization_disabled`, `team_plan`,
 * `user_limit`, `user_exists` or `rate_limited`.
 */
export const acceptInvitation = useCase({
  name: 'team/accept-invitation',
  access: 'anyone',
  input: acceptInvitationInput,
  audit: 'Accepted an invitation',
})(async (ctx, input): Promise<{ message: string }> => {
  const { email, orgId, password } = input;
  const throttle = throttleOf(ctx);
  const network = networkOf(ctx.origin.ip);
  await throttle.spend('invitationGuessFromNetwork', network);
  await checkPassword(password, ctx.config.passwordMinLength, await getOpenInvitation(ctx, input));
  const passwordHash = await ctx.auth.hashPassword(password);

  await withTransaction({ ...ctx, actor: null }, async (tx, audit) => {
    const now = tx.clock.now();
    const { entitlements, disabled } = await lockOrganization(tx, orgId);
    const { id, firstName, lastName, role } = await getOpenInvitation(tx, input);
    if (disabled) throw new DomainError('organization_disabled');
    if (!entitlements.team) throw new DomainError('team_plan', { message: 'The plan of this organization has no team any more.' });
    const seats = await countSeats(tx.db, orgId, entitlements.memberLimit, now);
    if (!hasRoomToJoin(seats)) throw new DomainError('user_limit', { message: 'This organization has no free seat any more.' });
    // Revoking takes no lock on the organization: of the two, one finds no row.
    const accepted = await tx.db
      .update(invitations)
      .set({ acceptedAt: now })
      .where(and(eq(invitations.id, id), isOpen(now)))
      .returning({ id: invitations.id });
    if (accepted.length === 0) throw new DomainError('invitation_used');
    const endedSignUp = await endUnprovenSignUp(tx, email);
    const userId = newId<'user'>();
    const made = await tx.db
      .insert(users)
      .values({ id: userId, orgId, email, firstName, lastName, role, passwordHash, activatedAt: now, createdAt: now })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (made.length === 0) throw new DomainError('user_exists');
    audit({
      subjectId: userId,
      actorId: userId,
      actorEmail: email,
      orgId,
      detail: { invitationId: id, role, ...(endedSignUp ? { endedSignUp } : {}) },
    });
  });
  await throttle.refund('invitationGuessFromNetwork', network);
  return { message: DONE };
});
