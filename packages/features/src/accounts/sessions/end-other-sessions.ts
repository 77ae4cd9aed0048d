import { type OrgContext, requirePerson } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { endOtherSessionsOf } from './internal/end-sessions.ts';

/** Ends all of the person's sessions but the current one; tokens stay, which have a separate list. Returns how many ended. */
export const endOtherSessions = async (ctx: OrgContext): Promise<{ ended: number }> => {
  const person = requirePerson(ctx, 'accounts/end-other-sessions');
  return withTransaction(ctx, 'accounts/end-other-sessions', async (tx, audit) => {
    const ended = await endOtherSessionsOf(tx, person);
    audit({ subjectId: person.userId, detail: { ended } });
    return { ended };
  });
};
