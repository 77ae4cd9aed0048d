import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { endOtherSessionsOf } from './internal/end-sessions.ts';

/** Ends all of the person's sessions but the current one; tokens stay, which have a separate list. Returns how many ended. */
export const endOtherSessions = useCase({
  name: 'accounts/end-other-sessions',
  access: 'member',
  via: 'session',
  audit: 'Signed out everywhere else',
})(async (ctx): Promise<{ ended: number }> => {
  const person = ctx.actor;
  return withTransaction(ctx, async (tx, audit) => {
    const ended = await endOtherSessionsOf(tx, person);
    audit({ subjectId: person.userId, detail: { ended } });
    return { ended };
  });
});
