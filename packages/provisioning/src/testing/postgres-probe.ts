import type { EngineAccess } from '@notafter/domain';
import postgres from 'postgres';
import { tlsOptions } from '../engines/wire-connection.ts';
import type { EngineProbe } from './engine-probe.ts';

/** Verifies the service by its CA file, as a client of it should. */
export const connectPostgres = (access: EngineAccess, database = 'postgres') =>
  postgres({
    ...{ host: access.host, port: access.ports[0]?.port ?? 0, user: access.user, password: access.password, database },
    ...{ ssl: tlsOptions(access), max: 1, onnotice: () => undefined },
  });

/** The rows of one statement, over a separate connection. */
export const queryPostgres = async (access: EngineAccess, statement: string): Promise<Record<string, unknown>[]> => {
  const sql = connectPostgres(access);
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
};

export const postgresProbe: EngineProbe = {
  solution: 'postgres',
  addRow: async (access) => {
    await queryPostgres(access, 'CREATE TABLE IF NOT EXISTS kept (n int)');
    await queryPostgres(access, 'INSERT INTO kept VALUES (1)');
  },
  countRows: async (access) => Number((await queryPostgres(access, 'SELECT count(*) AS n FROM kept'))[0]?.n),
};
