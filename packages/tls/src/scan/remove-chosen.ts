import type { Reply } from './inquirer.ts';
import type { ServerAnswer } from './server-answer.ts';

/** A reset may be a passing fault. */
const isDoubtful = (reply: Reply): boolean => 'failure' in reply && reply.failure.kind === 'reset';

/**
 * Offers all, removes what was chosen, and asks again until the server refuses: each round finds one thing that it takes.
 * Goes on in `found`, which holds what was found even when a round throws. After a reset it asks once more.
 */
export const removeChosen = async (
  offer: readonly number[],
  found: number[],
  ask: (offer: readonly number[]) => Promise<Reply>,
  chosenBy: (answer: ServerAnswer) => number | null,
): Promise<void> => {
  let left = offer.filter((id) => !found.includes(id));
  let doubts = 0;
  while (left.length > 0) {
    const reply = await ask(left);
    const chosen = 'failure' in reply ? null : chosenBy(reply);
    if (chosen !== null && left.includes(chosen)) {
      found.push(chosen);
      left = left.filter((id) => id !== chosen);
      doubts = 0;
      continue;
    }
    // What is not on offer is no choice, and a server that insists on it would never come to an end.
    if (!isDoubtful(reply) || doubts > 0) return;
    doubts += 1;
  }
};
