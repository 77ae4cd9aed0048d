import type { PersonActor } from '@notafter/domain';
import type { SystemContext, TransactionContext } from '../../../context.ts';

/** Ends a person's sessions but the one they act in; all of them where they act with a token. Answers how many ended. */
export const endOtherSessionsOf = async (tx: TransactionContext<SystemContext>, person: PersonActor): Promise<number> =>
  tx.auth.endOtherSessions(tx.db, person.userId, person.via === 'session' ? person.sessionId : '');
