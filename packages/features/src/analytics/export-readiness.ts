import { dateText } from '@notafter/domain';
import { exportReadinessInput, LIST_LIMIT_MAX } from '@notafter/domain/inputs';
import { writeCsv } from '../csv-cells.ts';
import { useCase } from '../use-case.ts';
import { type EndpointReadiness, listReadiness, type ReadinessList } from './list-readiness.ts';

export interface ReadinessExportPage extends Pick<ReadinessList, 'endpoints' | 'nextCursor'> {
  /** The same as CSV, with the header on the first page. */
  readonly csv: string;
}

const cellsOf = ({ domain, renewal, effects }: EndpointReadiness): string[] => [
  domain,
  renewal?.issuer ?? '',
  renewal?.way ?? '',
  ...[renewal?.everyDays, renewal?.lifeDays].map((days) => (days === undefined ? '' : String(Math.round(days * 10) / 10))),
  renewal === null ? '' : dateText(renewal.next),
  ...effects.map(({ state, at }) => (at === null ? state : `${state} ${dateText(at)}`)),
];

/** Returns one page of an export of every endpoint's readiness, by domain. Throws as `listReadiness` does. */
export const exportReadiness = useCase({
  name: 'analytics/export-readiness',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: exportReadinessInput,
})(async (ctx, { cursor }): Promise<ReadinessExportPage> => {
  const { endpoints, limits, nextCursor } = await listReadiness(ctx, { cursor, limit: LIST_LIMIT_MAX });
  const plain = ['domain', 'issuer', 'way', 'every_days', 'life_days', 'next_renewal'];
  const header = cursor === undefined ? [[...plain, ...limits.map(({ from, text }) => `${from} ${text}`)]] : [];
  return { endpoints, csv: writeCsv([...header, ...endpoints.map(cellsOf)]), nextCursor };
});
