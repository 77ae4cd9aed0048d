import { toSnakeCase } from '@notafter/domain';
import { writeCsv } from '../csv-cells.ts';
import { useCase } from '../use-case.ts';
import { type DayOfTrends, readTrends } from './list-trends.ts';

const plain = [
  ...(['day', 'total', 'expired', 'critical', 'warning', 'valid', 'unreachable'] as const),
  ...(['healthScore', 'riskScore', 'late', 'renewals', 'issuersTotal'] as const),
];

const csvOf = (trends: readonly DayOfTrends[]): string =>
  writeCsv([
    [...plain.map(toSnakeCase), 'issuers', 'groups'],
    ...trends.map((row) => [
      ...plain.map((name) => String(row[name])),
      row.issuers.map(({ name, count }) => `${name}=${count}`).join('; '),
      Object.entries(row.groups)
        .map(([name, count]) => `${name}=${count}`)
        .join('; '),
    ]),
  ]);

export interface TrendsExport {
  readonly trends: readonly DayOfTrends[];
  readonly csv: string;
  /** One row a day is a file of one page. */
  readonly nextCursor: null;
}

/** Returns every recorded day, the earliest first. */
export const exportTrends = useCase({
  name: 'analytics/export-trends',
  access: 'member',
  apiKey: 'read',
})(async (ctx): Promise<TrendsExport> => {
  const trends = await readTrends(ctx);
  return { trends, csv: csvOf(trends), nextCursor: null };
});
