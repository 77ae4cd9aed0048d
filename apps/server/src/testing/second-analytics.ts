/**
 * The figures of the analytics once more, from the specification alone. It imports nothing: a fault of the product that both had would not
 * be found.
 */

/** A row of `certificates`, as far as the figures need it. */
export interface SeededRow {
  readonly domain: string;
  readonly issuer: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly createdAt: Date;
  readonly isTrusted: boolean;
}

const DAY = 86_400_000;

const wholeDays = (row: SeededRow, now: Date): number =>
  Math.floor((row.notAfter.getTime() - Math.floor(now.getTime() / 1000) * 1000) / DAY);

/** The last two labels: every name of the seed is below `example`. */
const registrable = (domain: string): string => domain.split('.').slice(-2).join('.');

const tally = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return counts;
};

export const secondAnalytics = (rows: readonly SeededRow[], now: Date) => {
  const days = rows.map((row) => wholeDays(row, now));
  const expired = days.filter((left) => left < 0).length;
  const critical = days.filter((left) => left >= 0 && left <= 7).length;
  const warning = days.filter((left) => left >= 8 && left <= 30).length;
  const healthy = rows.length - expired - critical - warning;
  const living = days.filter((left) => left >= 0);
  const average = living.reduce((sum, left) => sum + left, 0) / living.length;
  const trusted = rows.filter((row, index) => row.isTrusted && (days[index] ?? -1) >= 0).length;
  const lives = rows.map(({ notBefore, notAfter }) => (notAfter.getTime() - notBefore.getTime()) / DAY);
  const groups = [...tally(rows, ({ domain }) => registrable(domain)).values()];
  const wildcards = groups.filter((names) => names > 1).length;
  const extra = groups.filter((names) => names === 1).length;
  const annual = 300 * wildcards + 50 * extra;
  const individual = 150 * rows.length;
  return {
    risk: Math.min(100, 40 * expired + 25 * critical + 10 * warning),
    health: Math.max(0, 100 - 30 * expired - 15 * critical - 5 * warning),
    ...{ expired, critical, warning, healthy },
    averageDays: Math.round(average * 10) / 10,
    authorities: new Set(rows.map(({ issuer }) => issuer)).size,
    chainPercent: Math.floor((100 * trusted) / rows.length),
    addedThisMonth: rows.filter(({ createdAt }) => createdAt.toISOString().slice(0, 7) === now.toISOString().slice(0, 7)).length,
    issuers: [...tally(rows, ({ issuer }) => issuer)].sort(([, one], [, other]) => other - one),
    lives: [
      lives.filter((life) => life <= 90).length,
      lives.filter((life) => life > 90 && life <= 200).length,
      lives.filter((life) => life > 200).length,
    ],
    cost: { wildcards, extra, annual, individual, savings: individual - annual },
  };
};

/** Certificates that end in each tenth of the window, of whole days in UTC, the first from now on. */
export const secondTimeline = (rows: readonly SeededRow[], now: Date, windowDays: number): number[] => {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const edges = Array.from({ length: 11 }, (_, index) =>
    index === 0 ? now.getTime() : today + Math.round((index * windowDays) / 10) * DAY,
  );
  return edges
    .slice(0, 10)
    .map((from, index) => rows.filter(({ notAfter }) => notAfter.getTime() >= from && notAfter.getTime() < (edges[index + 1] ?? 0)).length);
};
