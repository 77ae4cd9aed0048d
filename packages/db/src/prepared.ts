import type { SQL } from 'drizzle-orm';
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { Executor } from './executor.ts';

// Drizzle sends a statement in two round trips and PostgreSQL parses and plans it each time. A prepared one takes one round
// trip, and from the sixth run on uses a generic plan if that is not worse. Each connection caches every prepared text, so only
// few different texts are allowed: no lists of varying length, no interpolation.

const dialect = new PgDialect();

/** Runs a raw statement prepared. Use few texts; pass lists as one array. */
export const executePrepared = async <Row extends Record<string, unknown>>(db: Executor, statement: SQL): Promise<readonly Row[]> => {
  const query = dialect.sqlToQuery(statement);
  return db._.session.prepareQuery<PreparedQueryConfig & { execute: readonly Row[] }>(query, undefined, 'prepared', false).execute();
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
