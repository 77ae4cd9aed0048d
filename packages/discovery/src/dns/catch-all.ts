import { randomBytes } from 'node:crypto';
import type { DnsClient } from '@notafter/net/dns';
import { lookUpHost } from './look-up.ts';

/** Enough to see all addresses of a zone that rotates a handful. */
const PROBES = 6;

/**
 * The answer for names that cannot exist. `none`: NXDOMAIN. `fixed`: always from `answers`, so a name with another answer
 * is real. `shifting`: always new, so real names cannot be recognized.
 */
export type CatchAll =
  | { readonly kind: 'none' }
  | { readonly kind: 'fixed'; readonly answers: ReadonlySet<string> }
  | { readonly kind: 'shifting' }
  | { readonly kind: 'unanswered' };

/** Queries random names, which exist only through a catch-all record or a resolver that invents answers. */
export const findCatchAll = async (client: DnsClient, domain: string, signal: AbortSignal): Promise<CatchAll> => {
  const answers = new Set<string>();
  let there = 0;
  let unanswered = 0;
  let grewLast = false;
  for (let probe = 0; probe < PROBES; probe += 1) {
    const lookup = await lookUpHost(client, `${randomBytes(9).toString('hex')}.${domain}`, signal);
    if (lookup.kind === 'unanswered') unanswered += 1;
    if (lookup.kind !== 'there') {
      // Two NXDOMAIN answers are enough, and so are two timeouts.
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

/** Whether a guessed name has an answer other than the catch-all's. */
export const isOwnAnswer = (answers: ReadonlySet<string>, catchAll: CatchAll): boolean => {
  if (catchAll.kind === 'none') return true;
  return catchAll.kind === 'fixed' && [...answers].some((answer) => !catchAll.answers.has(answer));
};
