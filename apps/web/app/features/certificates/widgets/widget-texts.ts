import { countText } from '@notafter/domain';
import type { Widgets } from '../types.ts';

type Savings = Widgets['savings'];

/** `$1,250`; a loss keeps its sign in front. */
export const dollars = (amount: number): string => `${amount < 0 ? '\u2212' : ''}$${countText(Math.abs(amount))}`;

/** Assumptions behind the figures; shown with them. */
export const assumptionsText = ({ assumptions }: Savings): string =>
  `An estimate: ${dollars(assumptions.individual)} a year for a certificate of one name, ${dollars(assumptions.wildcard)} for a wildcard over two or more names below one parent. Free certificates cost neither.`;

/** The effect of wildcards, in one sentence. */
export function savingsText({ names, savings, groups }: Savings): string {
  if (names === 0) return 'No names to compare yet.';
  if (savings === 0) return 'Single certificates are the cheaper choice for every name.';
  const worthwhile = groups.filter(({ saving }) => saving > 0).length;
  return `a year less with a wildcard for ${worthwhile === 1 ? 'one parent' : `each of ${worthwhile} parents`}.`;
}
