import type { EngineAccess } from '@notafter/domain';
import { type EngineClient, portOf } from '../engine-client.ts';
import { MysqlWire } from './mysql-wire.ts';

/** A text for a statement, with backslashes as escapes. */
export const quotedText = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`;

/** "MariaDB 10.11.18" or "8.4.11". MariaDB puts 5.5.5 before its version for old clients. */
const readableVersion = (version: string): string => {
  const number = /^(?:5\.5\.5-)?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? version;
  return version.includes('MariaDB') ? `MariaDB ${number}` : number;
};

/** Speaks to MySQL and MariaDB. */
export const createMysqlClient = (): EngineClient => {
  const visit = async <Result>(access: EngineAccess, signal: AbortSignal, work: (wire: MysqlWire) => Promise<Result>): Promise<Result> => {
    const wire = await MysqlWire.open({ ...access, port: portOf(access, 'native') }, signal);
    try {
      // An operator's mode could make backslashes ordinary characters.
      await wire.run("SET SESSION sql_mode = ''");
      return await work(wire);
    } finally {
      wire.close();
    }
  };
  return {
    signIn: (access, signal) =>
      visit(access, signal, async (wire) => {
        await wire.run('SELECT 1');
        return readableVersion(wire.version);
      }),
    setPassword: (access, next, signal) =>
      visit(access, signal, async (wire) => {
        const user = quotedText(access.user);
        // The same person from each host that it may come from.
        const hosts = await wire.run(`SELECT Host FROM mysql.user WHERE User = ${user}`);
        const accounts = hosts.map((host) => `${user}@${quotedText(host ?? '%')} IDENTIFIED BY ${quotedText(next)}`);
        await wire.run(`ALTER USER ${accounts.join(', ')}`);
      }),
    reloadCertificate: (access, signal) =>
      visit(access, signal, async (wire) => {
        await wire.run(wire.version.includes('MariaDB') ? 'FLUSH SSL' : 'ALTER INSTANCE RELOAD TLS');
      }),
  };
};
