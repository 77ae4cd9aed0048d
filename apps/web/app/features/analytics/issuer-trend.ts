import type { DayOfTrends } from './types.ts';

const ISSUERS_SHOWN = 5;

/** A day has its ten most frequent issuers: one that is missing among more is not known, and else has no certificate. */
const countOf = ({ issuers, issuersTotal }: DayOfTrends, name: string): number | null => {
  const found = issuers.find((issuer) => issuer.name === name);
  return found?.count ?? (issuers.length < issuersTotal ? null : 0);
};

export interface IssuerSeries {
  /** The last one is all certificates of other issuers, or of an unknown one. */
  readonly name: string;
  readonly countOf: (day: DayOfTrends) => number | null;
}

/** Returns the most frequent issuers of the last day, and the rest. */
export const issuerSeries = (last: DayOfTrends): IssuerSeries[] => {
  const names = last.issuers.slice(0, ISSUERS_SHOWN).map(({ name }) => name);
  const shown = names.map((name) => ({ name, countOf: (day: DayOfTrends) => countOf(day, name) }));
  const others = (day: DayOfTrends): number | null => {
    const counts = names.map((name) => countOf(day, name));
    return counts.includes(null) ? null : day.total - counts.reduce((sum: number, count) => sum + (count ?? 0), 0);
  };
  return [...shown, { name: 'All others', countOf: others }];
};
