import { emailChanges, oneTimeLinks, users } from '@notafter/db';
import { DomainError, type UserId } from '@notafter/domain';
import { emailChangeLinkInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { enqueueSecurityNotice } from '../accounts/security-notice.ts';
import type { RequestContext, TransactionContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getLinkedEmailChange, type LinkedEmailChange } from './internal/email-change.ts';
import { type EmailChangeView, toEmailChangeView } from './internal/email-change-view.ts';

const UNIQUE_VIOLATION = '23505';

/** Whether PostgreSQL refused a write because another account has the address. */
const isTakenAddress = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const refused = 'code' in error && error.code === UNIQUE_VIOLATION;
  return refused && 'constraint_name' in error ? error.constraint_name === 'users_email_key' : isTakenAddress(error.cause);
};

type Tx = TransactionContext<RequestContext>;

const TAKEN = 'This address already has an account, so it cannot become the address of another one.';
const EXPIRED = 'This link has expired. Change the address again in your profile.';

const refuseTaken = async (tx: Tx, { newEmail }: LinkedEmailChange): Promise<void> => {
  const holders = await tx.db.$count(users, eq(users.email, newEmail));
  if (holders > 0) throw new DomainError('email_exists', { message: TAKEN });
};

/**
 * Changes the address. Other sessions end, and links mailed to the old address stop working; both must prove the new address.
 * `keptSessionId` is the session that confirmed it.
 */
const putInForce = async (tx: Tx, { userId, email, newEmail }: LinkedEmailChange, keptSessionId: string): Promise<void> => {
  await tx.db.update(users).set({ email: newEmail, mailboxProvenAt: null }).where(eq(users.id, userId));
  await tx.db
    .update(oneTimeLinks)
    .set({ usedAt: tx.clock.now() })
    .where(and(eq(oneTimeLinks.userId, userId), isNull(oneTimeLinks.usedAt)));
  await tx.auth.endOtherSessions(tx.db, userId, keptSessionId);
  await enqueueSecurityNotice(tx, userId, 'email-changed', { to: email });
};

const sessionIn = ({ actor }: RequestContext, userId: UserId): string =>
  actor?.via === 'session' && actor.userId === userId ? actor.sessionId : '';

/**
 * Confirms an email change at one of its two addresses. The second confirmation puts it in force, ends every session of the
 * person except the confirming one, and notifies the old address. A second click changes nothing and returns the state. Throws
 * `link_invalid`, `link_expired`, and `email_exists` if another account has the new address.
 */
export const confirmEmailChange = useCase({
  name: 'settings/confirm-email-change',
  access: 'anyone',
  input: emailChangeLinkInput,
  audit: 'Confirmed a change of address',
})(async (ctx, { token }): Promise<EmailChangeView> => {
  try {
    // Holding the link confirms, regardless of the session in that browser.
    return await withTransaction({ ...ctx, actor: null }, async (tx, audit) => {
      const change = await getLinkedEmailChange(tx, token);
      const { side, state, userId, email, newEmail, orgId } = change;
      if (state === 'expired') throw new DomainError('link_expired', { message: EXPIRED });
      if (state === 'in-force' || toEmailChangeView(change).confirmed) return toEmailChangeView(change);
      const inForce = toEmailChangeView(change).otherConfirmed;
      if (side === 'new' || inForce) await refuseTaken(tx, change);
      const now = tx.clock.now();
      await tx.db
        .update(emailChanges)
        .set(side === 'old' ? { oldConfirmedAt: now } : { newConfirmedAt: now })
        .where(eq(emailChanges.id, change.id));
      if (inForce) await putInForce(tx, change, sessionIn(ctx, userId));
      audit({ subjectId: userId, actorId: userId, actorEmail: email, orgId, detail: { side, from: email, to: newEmail, inForce } });
      return { ...toEmailChangeView(change), confirmed: true, state: inForce ? 'in-force' : 'open' };
    });
  } catch (error) {
    // Another account took the address between the check and the commit.
    if (isTakenAddress(error)) throw new DomainError('email_exists', { message: TAKEN, cause: error });
    throw error;
  }
});
