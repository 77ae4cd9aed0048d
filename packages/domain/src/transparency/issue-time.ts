import type { SctFact } from '../certificates/clients/client-facts.ts';
import { addMs, HOUR_MS } from '../time.ts';
import type { FoundAt } from './watched-domain.ts';

/** CAs date certificates back by up to 48 hours (Baseline Requirements, section 7.1.2.7). */
const DATED_BACK_MS = 48 * HOUR_MS;

interface Issued {
  readonly notBefore: Date | null;
  readonly scts: readonly Pick<SctFact, 'at'>[];
}

/**
 * Returns an instant at which a certificate was issued already: when the first log took it or signed for it, else its date and as much
 * as CAs date back; null if it has no date. Of the timestamps in it the last one counts: a CA can write any into it, but clients want two of real logs.
 */
export const issuedBy = ({ notBefore, scts }: Issued, found: readonly FoundAt[]): Date | null => {
  const times = found.flatMap((at) => (at.source === 'log' && at.loggedAt !== null ? [Date.parse(at.loggedAt)] : []));
  if (scts.length > 0) times.push(Math.max(...scts.map(({ at }) => Date.parse(at))));
  if (times.length > 0) return new Date(Math.min(...times));
  return notBefore === null ? null : addMs(notBefore, DATED_BACK_MS);
};
