import type { NewSession } from '@notafter/auth';
import { totpSecrets } from '@notafter/db';
import type { IdentityProviderName, SecondFactorQuestion, UserId } from '@notafter/domain';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { RequestContext, TransactionContext } from '../../../context.ts';
import { linkPending } from '../../oauth/internal/link-identity.ts';
import { askForSecondFactor } from '../../passkeys/internal/auth-challenges.ts';

/** What proving who one is came to: a session, or the question for a second factor and no session yet. */
export type OpenedSession =
  | {
      readonly state: 'signed-in';
      readonly session: NewSession;
      /** The identity that waited for this account's owner and is linked now. */
      readonly linked: IdentityProviderName | null;
    }
  | { readonly state: 'second-factor'; readonly question: SecondFactorQuestion };

interface Proof {
  /** Whether what was proved is two factors already: a passkey with user verification, or a code after a first factor. */
  readonly secondFactorGiven: boolean;
}

/**
 * The one place where somebody gets a session: always a new one, and the end of the one the browser had. Whoever has set up
 * an authenticator app gets none for a first factor alone (a password, an account elsewhere) but the question for the second.
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
