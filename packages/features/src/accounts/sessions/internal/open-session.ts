import type { NewSession } from '@notafter/auth';
import { totpSecrets } from '@notafter/db';
import type { IdentityProviderName, SecondFactorQuestion, UserId } from '@notafter/domain';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { RequestContext, TransactionContext } from '../../../context.ts';
import { linkPending } from '../../oauth/internal/link-identity.ts';
import { askForSecondFactor } from '../../passkeys/internal/auth-challenges.ts';

/** Outcome of a proof of identity: a session, or a challenge for the second factor and no session yet. */
export type OpenedSession =
  | {
      readonly state: 'signed-in';
      readonly session: NewSession;
      /** The identity that waited for this account's owner and was linked by the sign-in. */
      readonly linked: IdentityProviderName | null;
    }
  | { readonly state: 'second-factor'; readonly question: SecondFactorQuestion };

interface Proof {
  /** Whether the proof counts as two factors: a passkey with user verification, or a code after a first factor. */
  readonly secondFactorGiven: boolean;
}

/**
 * The only place that creates sessions: always a new one, ending the browser's previous one. For a person with an authenticator
 * app, a first factor alone (a password, an identity provider) gets a challenge for the second factor instead.
 */
export const openSession = async (
  tx: TransactionContext<RequestContext>,
  userId: UserId,
  { secondFactorGiven }: Proof,
): Promise<OpenedSession> => {
  if (!secondFactorGiven) {
    const app = await tx.db.$count(totpSecrets, and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
    if (app > 0) return { state: 'second-factor', question: await askForSecondFactor(tx, userId) };
  }
  if (tx.actor?.via === 'session') await tx.auth.endSession(tx.db, tx.actor.sessionId);
  const session = await tx.auth.createSession(tx.db, userId, tx.origin);
  return { state: 'signed-in', session, linked: await linkPending(tx, userId) };
};
