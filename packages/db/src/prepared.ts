import { DrizzleQueryError, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';
import type { Executor } from './executor.ts';

// Drizzle sends a statement in two round trips and PostgreSQL parses and plans it each time. A prepared one takes one round
// trip, and from the sixth run on uses a generic plan if that is not worse. Each connection caches every prepared text, so only
// few different texts are allowed: no lists of varying length, no interpolation.

const dialect = new PgDialect();

const isPool = (db: Executor): db is Database => '$client' in db;

/** Drizzle types encoded values and rows as `unknown`; the author of the statement knows them. */
const isTyped = <Type>(_value: unknown): _value is Type => true;

/** Runs a raw statement, prepared unless it is in a transaction. Use few texts; pass lists as one array. */
export const executePrepared = async <Row extends Record<string, unknown>>(db: Executor, statement: SQL): Promise<readonly Row[]> => {
  if (!isPool(db)) {
    const rows: unknown = await db.execute(statement);
    return isTyped<readonly Row[]>(rows) ? rows : [];
  }
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const values = isTyped<(string | number | boolean | null)[]>(params) ? params : [];
  try {
    return await db.$client.unsafe<Row[]>(text, values, { prepare: true });
  } catch (error) {
    throw new DrizzleQueryError(text, params, error instanceof Error ? error : undefined);
  }
};

/** A typed query, built once per database instead of once per call: `build` ends with `.prepare(name)` and uses placeholders. */
export const preparedOnce = <Query extends object>(build: (db: Executor) => Query): ((db: Executor) => Query) => {
  const built = new WeakMap<Executor, Query>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const query = build(db);
    built.set(db, query);
    return query;
  };
};
