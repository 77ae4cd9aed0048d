import { makeUser, TEST_PASSWORD } from '@notafter/testing';
import type { Answer } from '../role-matrix/stage.ts';
import { type Abuse, demand } from './abuse.ts';

const ROUNDS = 60;
/** Both take one Argon2id hash; the rest is a row found or not. */
const APART = 0.15;
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** Sign-ins with a wrong password for a known and an unknown address in turn, each from a new IP address. */
export const timing: Abuse = {
  kind: 'account enumeration',
  name: 'by the duration of a refused sign-in',
  refusedWith: [401],
  changesOwn: true,
  attempt: async (stage) => {
    const { orgId } = await stage.newWorld();
    const people = await Promise.all(Array.from({ length: ROUNDS }, () => makeUser(stage.ctx, orgId, { password: TEST_PASSWORD })));
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const answers: Answer[] = [];
    for (const [round, { email }] of people.entries()) {
      const tries = { known: email, unknown: `nobody-${round}@example.com` };
      for (const kind of round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const started = performance.now();
        answers.push(await stage.send('/v1/accounts/login', { method: 'POST', json: { email: tries[kind], password: 'wrong password' } }));
        took[kind].push(performance.now() - started);
      }
    }
    const [known, unknown] = [median(took.known), median(took.unknown)];
    console.log(
      `a refused sign-in takes ${known.toFixed(1)} ms for a known address, ${unknown.toFixed(1)} ms for an unknown one (medians of ${ROUNDS})`,
    );
    demand(Math.abs(known / unknown - 1) < APART, 'the two take the same time');
    return answers;
  },
};
