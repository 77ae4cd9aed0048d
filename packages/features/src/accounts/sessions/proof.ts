import { type Executor, recoveryCodes, sessions, totpSecrets } from '@notafter/db';
import { addMs, DomainError, FRESH_SESSION_MS, type PersonActor, type UserId } from '@notafter/domain';
import type { ProofInput } from '@notafter/domain/inputs';
import { and, eq, gt, isNotNull } from 'drizzle-orm';
import type { OrgContext, RequestOrigin, SystemContext, TransactionContext } from '../../context.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { lockPerson } from '../internal/lock-person.ts';
import { passwordHashOf, requireCurrentPassword } from '../passwords/internal/current-password.ts';
import { enqueueSecurityNotice } from '../security-notice.ts';
import { useCode } from '../two-factor/internal/second-factor-codes.ts';

/** How a person can confirm their identity. `sign-in`: having signed in recently is enough. */
export type ProofKind = 'password' | 'code' | 'sign-in';

/** 1 for a person with a confirmed authenticator app, else 0. */
export const countApps = ({ db }: { readonly db: Executor }, userId: UserId): Promise<number> =>
  db.$count(totpSecrets, and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));

/** The proof to ask this person for. */
export const proofKindOf = async (ctx: { readonly db: Executor }, userId: UserId): Promise<ProofKind> => {
  if ((await passwordHashOf(ctx, userId)) !== null) return 'password';
  return (await countApps(ctx, userId)) > 0 ? 'code' : 'sign-in';
};

const isFresh = async ({ db, clock }: OrgContext, person: PersonActor): Promise<boolean> => {
  if (person.via !== 'session') return false;
  const since = addMs(clock.now(), -FRESH_SESSION_MS);
  return (await db.$count(sessions, and(eq(sessions.id, person.sessionId), gt(sessions.createdAt, since)))) > 0;
};

export interface Proof {
  /**
   * Uses up the given code; call it first in the transaction of the change. A password was checked before. Throws
   * `unauthenticated` for a deleted person.
   */
  use(tx: TransactionContext<SystemContext & { readonly origin: RequestOrigin }>): Promise<void>;
}

/**
 * Requires the person to confirm their identity: an unlocked browser is not enough to change how its owner signs in. Throws
 * `current_password_wrong`, `proof_required` or `rate_limited`; a wrong code throws `second_factor_invalid` when it is used.
 */
export const requireProof = async (ctx: OrgContext, person: PersonActor, { password, code }: ProofInput): Promise<Proof> => {
  const { userId } = person;
  const hold = async (tx: TransactionContext<SystemContext>): Promise<void> => {
    if (!(await lockPerson(tx, userId))) throw new DomainError('unauthenticated');
  };
  if (code !== null && code !== undefined && code !== '') {
    await throttleOf(ctx).spend('secondFactorOfAccount', userId);
    return {
      use: async (tx) => {
        await hold(tx);
        if ((await useCode(tx, userId, code)) === 'recovery') await enqueueSecurityNotice(tx, userId, 'recovery-code-used');
      },
    };
  }
  if ((await requireCurrentPassword(ctx, userId, password)) === null) {
    if ((await countApps(ctx, userId)) > 0)
      throw new DomainError('second_factor_invalid', { message: 'Enter a code from your authenticator app.' });
    if (!(await isFresh(ctx, person))) throw new DomainError('proof_required');
  }
  return { use: hold };
};

/** Unused recovery codes. */
export const recoveryCodesLeft = async ({ db }: Pick<OrgContext, 'db'>, userId: UserId): Promise<number> => {
  const rows = await db.select({ usedAt: recoveryCodes.usedAt }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return rows.filter(({ usedAt }) => usedAt === null).length;
};
