import type { EngineAccess } from '@notafter/domain';
import postgres from 'postgres';
import type { EngineProbe } from './conformance.ts';

const query = async ({ host, ports, user, password, authority, servername }: EngineAccess, statement: string) => {
  const ssl = { ca: authority, servername };
  const sql = postgres({ host, port: ports[0]?.port ?? 0, user, password, database: 'postgres', ssl, max: 1, onnotice: () => undefined });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
};

export const postgresProbe: EngineProbe = {
  solution: 'postgres',
  addRow: async (access) => {
    await query(access, 'CREATE TABLE IF NOT EXISTS kept (n int)');
    await query(access, 'INSERT INTO kept VALUES (1)');
  },
  countRows: async (access) => Number((await query(access, 'SELECT count(*) AS n FROM kept'))[0]?.n),
};
