import { type EngineAccess, ProviderError } from '@notafter/domain';
import { type EngineClient, portOf } from '../engine-client.ts';
import { PostgresWire } from './postgres-wire.ts';
import { scramVerifier } from './scram.ts';

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quotedText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Speaks to PostgreSQL and to engines that speak its protocol. */
export const createPostgresClient = (): EngineClient => {
  const visit = async <Result>(access: EngineAccess, signal: AbortSignal, work: (wire: PostgresWire) => Promise<Result>) => {
    const wire = await PostgresWire.open({ ...access, port: portOf(access, 'native'), database: 'postgres' }, signal);
    try {
      return await work(wire);
    } finally {
      wire.close();
    }
  };
  return {
    signIn: (access, signal) =>
      visit(access, signal, async (wire) => {
        if ((await wire.run('SELECT 1')) !== '1') throw new ProviderError('transient', 'The server answered SELECT 1 with something else.');
        // Distributors append theirs: "15.20 (Debian 15.20-0+deb12u1)".
        return wire.version.split(' ')[0] ?? '';
      }),
    setPassword: (access, next, signal) =>
      visit(access, signal, async (wire) => {
        await wire.run(`ALTER ROLE ${quotedName(access.user)} PASSWORD ${quotedText(await scramVerifier(next))}`);
      }),
    reloadCertificate: (access, signal) =>
      visit(access, signal, async (wire) => {
        await wire.run('SELECT pg_reload_conf()');
      }),
  };
};
