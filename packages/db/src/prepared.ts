import type { SQL } from 'drizzle-orm';
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { Executor } from './executor.ts';

// Drizzle sends a statement in two rounds and has it parsed and planned each time. A prepared one takes a single round, and
// from the sixth run on PostgreSQL plans no more where a plan for any parameters is no worse. Each connection keeps every text
// that it prepared, so only few different ones may come here: no lists of varying length, nothing spliced in.

const dialect = new PgDialect();

/** Runs a raw statement prepared. The texts must be few; lists go in as one array. */
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
