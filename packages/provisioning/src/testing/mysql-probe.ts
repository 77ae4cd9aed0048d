import type { EngineAccess } from '@notafter/domain';
import { MysqlWire } from '../engines/mysql/mysql-wire.ts';
import { type EngineProbe, probeLimit } from './engine-probe.ts';

const query = async (access: EngineAccess, ...statements: string[]): Promise<string | null | undefined> => {
  const wire = await MysqlWire.open({ ...access, port: access.ports[0]?.port ?? 0 }, probeLimit());
  try {
    let last: string | null | undefined;
    for (const statement of statements) [last] = await wire.run(statement);
    return last;
  } finally {
    wire.close();
  }
};

export const mysqlProbe: EngineProbe = {
  solution: 'mysql',
  addRow: async (access) => {
    await query(access, 'CREATE DATABASE IF NOT EXISTS kept', 'CREATE TABLE IF NOT EXISTS kept.t (n int)', 'INSERT INTO kept.t VALUES (1)');
  },
  countRows: async (access) => Number(await query(access, 'SELECT count(*) FROM kept.t')),
};
