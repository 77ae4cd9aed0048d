import type { PersonActor } from '@notafter/domain';
import type { SystemContext, TransactionContext } from '../../../context.ts';

/** Ends a person's sessions except the current one; all of them if the caller uses a token. Returns how many ended. */
export const endOtherSessionsOf = async (tx: TransactionContext<SystemContext>, person: PersonActor): Promise<number> =>
  tx.auth.endOtherSessions(tx.db, person.userId, person.via === 'session' ? person.sessionId : '');
