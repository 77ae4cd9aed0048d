import { type EngineAccess, ProviderError, type TableContents } from '@notafter/domain';
import { portOf } from '../engine-client.ts';
import { MysqlWire } from './mysql-wire.ts';

/** Of all tables together. Those that are left then have no figures. */
const BUDGET_MS = 60_000;
/** More would fill the record of a backup. */
const TABLES_MAX = 5000;

const COLUMNS = `SELECT c.TABLE_SCHEMA, c.TABLE_NAME, c.COLUMN_NAME
FROM information_schema.COLUMNS c JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
WHERE t.TABLE_TYPE = 'BASE TABLE' AND coalesce(t.ENGINE, '') <> 'MEMORY'
  AND t.TABLE_SCHEMA NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema')
ORDER BY c.TABLE_SCHEMA, c.TABLE_NAME, c.ORDINAL_POSITION`;

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** Row count, and the sum of the rows' hashes, which does not depend on their order. */
const figuresOf = (table: string, columns: readonly string[]): string => {
  const row = `concat_ws(',', ${columns.map((column) => `quote(${quoted(column)})`).join(', ')})`;
  return `SELECT count(*), coalesce(sum(cast(conv(left(md5(${row}), 15), 16, 10) AS unsigned)), 0) FROM ${table}`;
};

/** 1969 and 3024: it took too long. 1142 and 1143: not for this user. 1146: dropped meanwhile. 1054: altered meanwhile. */
const isSkipped = (error: unknown): boolean =>
  error instanceof ProviderError && ['1969', '3024', '1142', '1143', '1146', '1054'].includes(error.code ?? '');

const limitOf = (version: string, leftMs: number): string =>
  version.includes('MariaDB') ? `max_statement_time = ${leftMs / 1000}` : `max_execution_time = ${leftMs}`;

/** Counts and hashes the rows of every table that the user can read. */
export const readMysqlContents = async (access: EngineAccess, signal: AbortSignal): Promise<TableContents[]> => {
  const endsAt = performance.now() + BUDGET_MS;
  const wire = await MysqlWire.open({ ...access, port: portOf(access, 'native') }, signal);
  try {
    await wire.run("SET SESSION time_zone = '+00:00', sql_mode = ''");
    const columns = Map.groupBy(await wire.rows(COLUMNS), ([schema, table]) => JSON.stringify([schema, table]));
    const contents: TableContents[] = [];
    for (const found of [...columns.values()].slice(0, TABLES_MAX)) {
      const [[database, table] = []] = found;
      if (database == null || table == null) continue;
      const leftMs = Math.floor(endsAt - performance.now());
      const unread: TableContents = { database, table, rows: null, hash: null };
      if (leftMs < 1) {
        contents.push(unread);
        continue;
      }
      try {
        await wire.run(`SET SESSION ${limitOf(wire.version, leftMs)}`);
        const names = found.flatMap(([, , column]) => column ?? []);
        const [[rows, hash] = []] = await wire.rows(figuresOf(`${quoted(database)}.${quoted(table)}`, names));
        contents.push({ database, table, rows: Number(rows), hash: hash ?? null });
      } catch (error) {
        if (!isSkipped(error)) throw error;
        contents.push(unread);
      }
    }
    return contents;
  } finally {
    wire.close();
  }
};
