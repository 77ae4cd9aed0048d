import { exportSslScoresInput, LIST_LIMIT_MAX } from '@notafter/domain/inputs';
import { writeCsv } from '../../csv-cells.ts';
import { useCase } from '../../use-case.ts';
import { listSslScores, type SslScore } from './list-ssl-scores.ts';

export interface SslScoreExportPage {
  readonly sslScores: readonly SslScore[];
  /** The same as CSV, with the header on the first page. */
  readonly csv: string;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

const columns: readonly (readonly [string, (row: SslScore) => string | number | boolean | null])[] = [
  ['domain', ({ domain }) => domain],
  ['score', ({ score }) => score],
  ['grade', ({ grade }) => grade],
  ['protocol', ({ protocol }) => protocol],
  ['cipher', ({ cipher }) => cipher],
  ['key_type', ({ keyType }) => keyType],
  ['key_bits', ({ keyBits }) => keyBits],
  ['chain_valid', ({ chainValid }) => chainValid],
  ['reasons', ({ reasons }) => reasons.join(' ')],
];

const header = (): string => writeCsv([columns.map(([name]) => name)]);
const csvOf = (rows: readonly SslScore[]): string => writeCsv(rows.map((row) => columns.map(([, show]) => String(show(row) ?? ''))));

/** Returns one page of an export of the SSL scores, by domain: another order reads every row for each page. Throws as `listSslScores` does. */
export const exportSslScores = useCase({
  name: 'certificates/export-ssl-scores',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: exportSslScoresInput,
})(async (ctx, { cursor }): Promise<SslScoreExportPage> => {
  const { sslScores, nextCursor } = await listSslScores(ctx, { sort: 'domain', order: 'asc', cursor, limit: LIST_LIMIT_MAX });
  return { sslScores, csv: `${cursor === undefined ? header() : ''}${csvOf(sslScores)}`, nextCursor };
});
