import type { Reply } from './inquirer.ts';
import type { ServerAnswer } from './server-answer.ts';

/** A reset can be transient. */
const isDoubtful = (reply: Reply): boolean => 'failure' in reply && reply.failure.kind === 'reset';

/**
 * Offers everything, removes the server's choice, and repeats until the server refuses: each round finds one accepted value.
 * Adds to `found`, which keeps its values even if a round throws. Retries once after a reset.
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
    // A choice that was not offered is invalid, and a server that insists on it would never end the loop.
    if (!isDoubtful(reply) || doubts > 0) return;
    doubts += 1;
  }
};
