import { sql } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { readDatabaseSize } from './read-database-size.ts';

const ROWS_MAX = 10;
const STATEMENT_MAX_LENGTH = 500;
const SLOW_MS = 10;
/** The extension is installed and its library is not loaded. */
const NOT_LOADED = '55000';

export interface TableFigures {
  /** With its schema if that is not `public`; a partitioned table with all its partitions. */
  readonly name: string;
  /** With its indexes. */
  readonly bytes: number;
  /** As PostgreSQL estimates it. */
  readonly rows: number;
  /** Row versions that wait for a vacuum. */
  readonly deadRows: number;
}

export interface SlowStatement {
  /** Without its values, at most 500 characters. */
  readonly statement: string;
  /** Since PostgreSQL's statistics began. */
  readonly calls: number;
  readonly meanMs: number;
  readonly maxMs: number;
  readonly totalMs: number;
}

export interface DatabaseFigures {
  /** On its disk. */
  readonly bytes: number;
  readonly connections: number;
  readonly maxConnections: number;
  /** How long the oldest transaction has been open; 0 if none is. */
  readonly oldestTransactionSeconds: number;
  /** Largest first, at most ten. */
  readonly tables: readonly TableFigures[];
  /** Those of 10 ms or more on average, longest first, at most ten; null where PostgreSQL does not run `pg_stat_statements`. */
  readonly slowStatements: readonly SlowStatement[] | null;
}

type Db = Pick<SystemContext, 'db'>;

const readActivity = async ({ db }: Db) => {
  const [row] = await db.execute<{ connections: number; maximum: number; oldest: number }>(sql`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as maximum,
      (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as oldest`);
  return { connections: row?.connections ?? 0, maxConnections: row?.maximum ?? 0, oldestTransactionSeconds: row?.oldest ?? 0 };
};

const listTables = async ({ db }: Db): Promise<TableFigures[]> => {
  const rows = await db.execute<{ name: string; bytes: number; estimate: number; dead: number }>(sql`
    select case when space.nspname = 'public' then '' else space.nspname || '.' end || root.relname as name, parts.*
    from pg_class as root
    join pg_namespace as space on space.oid = root.relnamespace
    cross join lateral (
      select sum(pg_total_relation_size(part.oid))::float8 as bytes,
        sum(greatest(part.reltuples, pg_stat_get_live_tuples(part.oid), 0))::float8 as estimate,
        sum(pg_stat_get_dead_tuples(part.oid))::float8 as dead
      from pg_class as part
      where part.oid = root.oid or (root.relkind = 'p' and part.oid in (select relid from pg_partition_tree(root.oid)))) as parts
    where root.relkind in ('r', 'p') and not root.relispartition
      and space.nspname not in ('pg_catalog', 'information_schema') and space.nspname not like 'pg\\_%'
    order by bytes desc, name
    limit ${ROWS_MAX}`);
  return rows.map(({ name, bytes, estimate, dead }) => ({ name, bytes, rows: estimate, deadRows: dead }));
};

const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === NOT_LOADED) || isNotLoaded(error.cause));

const listSlowStatements = async ({ db }: Db): Promise<SlowStatement[] | null> => {
  const [extension] = await db.execute<{ schema: string }>(sql`
    select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_stat_statements'`);
  if (extension === undefined) return null;
  try {
    // Only statements whose values PostgreSQL took out: the text of others may contain a password.
    const rows = await db.execute<{ statement: string; calls: number; mean: number; max: number; total: number }>(sql`
      select left(regexp_replace(query, '\\s+', ' ', 'g'), ${STATEMENT_MAX_LENGTH}) as statement,
        calls::float8, mean_exec_time as mean, max_exec_time as max, total_exec_time as total
      from ${sql.identifier(extension.schema)}.pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and mean_exec_time >= ${SLOW_MS} and query ~* '^\\s*(select|insert|update|delete|with|merge)'
      order by mean_exec_time desc
      limit ${ROWS_MAX}`);
    return rows.map(({ statement, calls, mean, max, total }) => ({ statement, calls, meanMs: mean, maxMs: max, totalMs: total }));
  } catch (error) {
    if (isNotLoaded(error)) return null;
    throw error;
  }
};

/** Returns the size of the database and what costs most in it. */
export const getDatabaseFigures = useCase({
  name: 'operator/get-database-figures',
  access: 'platform',
  via: 'session',
})(async (ctx): Promise<DatabaseFigures> => {
  const [{ bytes }, activity, tables, slowStatements] = await Promise.all([
    readDatabaseSize(ctx),
    readActivity(ctx),
    listTables(ctx),
    listSlowStatements(ctx),
  ]);
  return { bytes, ...activity, tables, slowStatements };
});
