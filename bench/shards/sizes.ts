import type { Database } from '../../packages/db/src/index.ts';
import { CHECKED_LOADED } from './load.ts';

export interface TableSize {
  readonly name: string;
  /** With all partitions. */
  readonly rows: number;
  readonly heapBytes: number;
  readonly indexBytes: number;
}

/** One `checked` entry per day, for the twelve months that are kept. */
const CHECKED_A_YEAR = 365;

export const readSizes = async (db: Database): Promise<readonly TableSize[]> => {
  const rows = await db.$client.unsafe<{ name: string; rows: string; heap: string; indexes: string }[]>(`
    select parent.relname as name, sum(part.reltuples)::bigint as rows, sum(pg_table_size(part.oid)) as heap, sum(pg_indexes_size(part.oid)) as indexes
    from pg_class parent left join lateral pg_partition_tree(parent.oid) as tree on tree.isleaf
    join pg_class part on part.oid = coalesce(tree.relid, parent.oid)
    where parent.relnamespace = 'public'::regnamespace and (parent.relkind in ('r', 'p') and not parent.relispartition or parent.relname = 'certificate_history_checked')
    group by 1 having sum(part.reltuples) >= 1000 order by sum(pg_total_relation_size(part.oid)) desc`);
  return rows
    .filter(({ name }) => name !== 'certificate_history')
    .map(({ name, rows: count, heap, indexes }) => ({ name, rows: Number(count), heapBytes: Number(heap), indexBytes: Number(indexes) }));
};

/** The size of a table for so many certificates, from the size that was measured for those that are loaded. */
export const calculatedBytes = ({ name, rows, heapBytes, indexBytes }: TableSize, loaded: number, certificates: number): number => {
  const bytes = (heapBytes + indexBytes) * (certificates / loaded);
  return name === 'certificate_history_checked' && rows > 0 ? bytes * (CHECKED_A_YEAR / CHECKED_LOADED) : bytes;
};

const gb = (bytes: number): string => (bytes / 1e9).toFixed(1);

export const sizesTable = (sizes: readonly TableSize[], loaded: number, certificates: number): string => {
  const lines = sizes.map(
    (size) =>
      `${size.name.padEnd(30)} ${String(size.rows).padStart(11)} ${String(Math.round(size.heapBytes / size.rows)).padStart(7)} ${String(Math.round(size.indexBytes / size.rows)).padStart(8)} ${gb(calculatedBytes(size, loaded, certificates)).padStart(10)}`,
  );
  const total = sizes.reduce((sum, size) => sum + calculatedBytes(size, loaded, certificates), 0);
  return [
    `${'table'.padEnd(30)} ${'rows loaded'.padStart(11)} ${'heap B'.padStart(7)} ${'indexes B'.padStart(8)} ${'GB calc.'.padStart(9)}`,
    ...lines,
    `${'all'.padEnd(59)} ${gb(total).padStart(10)}`,
  ].join('\n');
};
