import { randomBytes } from 'node:crypto';
import type { DnsClient } from './client.ts';
import { lookUpHost } from './look-up.ts';

/** Enough that a zone which shuffles a handful of addresses shows them all. */
const PROBES = 6;

/**
 * What names answer that nobody can have made. `none`: they do not exist. `fixed`: they all answer out of `answers`, so a
 * name that answers otherwise is real. `shifting`: new answers keep coming, so no name can be told from another.
 */
export type CatchAll =
  | { readonly kind: 'none' }
  | { readonly kind: 'fixed'; readonly answers: ReadonlySet<string> }
  | { readonly kind: 'shifting' }
  | { readonly kind: 'unanswered' };

/** Asks for names of random letters, whose existence only a catch-all record, or a resolver that invents answers, explains. */
export const findCatchAll = async (client: DnsClient, domain: string, signal: AbortSignal): Promise<CatchAll> => {
  const answers = new Set<string>();
  let there = 0;
  let unanswered = 0;
  let grewLast = false;
  for (let probe = 0; probe < PROBES; probe += 1) {
    const lookup = await lookUpHost(client, `${randomBytes(9).toString('hex')}.${domain}`, signal);
    if (lookup.kind === 'unanswered') unanswered += 1;
    if (lookup.kind !== 'there') {
      // Two that do not exist settle it, and two that got no answer as well.
      if (there === 0 && probe === 1) return unanswered === 2 ? { kind: 'unanswered' } : { kind: 'none' };
      continue;
    }
    there += 1;
    const before = answers.size;
    for (const answer of lookup.answers) answers.add(answer);
    grewLast = probe >= PROBES - 2 && answers.size > before;
    if (grewLast) return { kind: 'shifting' };
  }
  return there === 0 ? { kind: 'none' } : { kind: 'fixed', answers };
};

/** Whether a guessed name is more than the catch-all's echo. */
export const isOwnAnswer = (answers: ReadonlySet<string>, catchAll: CatchAll): boolean => {
  if (catchAll.kind === 'none') return true;
  return catchAll.kind === 'fixed' && [...answers].some((answer) => !catchAll.answers.has(answer));
};
