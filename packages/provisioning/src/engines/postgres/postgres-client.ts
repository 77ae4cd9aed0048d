import { type EngineAccess, ProviderError } from '@notafter/domain';
import { type EngineClient, MAX_LINES, portOf } from '../engine-client.ts';
import { PostgresWire } from './postgres-wire.ts';
import { scramVerifier } from './scram.ts';

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quotedText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Those of the user that began before a moment. Ours is open now, so it is not among them. */
const openBefore = ({ user }: EngineAccess, before: Date): string =>
  `FROM pg_stat_activity WHERE usename = ${quotedText(user)} AND backend_type = 'client backend' AND backend_start < ${quotedText(before.toISOString())}::timestamptz AND pid <> pg_backend_pid()`;

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
    connections: {
      list: (access, before, signal) =>
        visit(access, signal, async (wire) => {
          const rows = await wire.rows(
            `SELECT nullif(application_name, ''), host(client_addr), count(*), (extract(epoch FROM min(backend_start)) * 1000)::bigint ${openBefore(access, before)} GROUP BY 1, 2 ORDER BY 4 LIMIT ${MAX_LINES}`,
          );
          return rows.map(([client = null, address = null, count, since]) => ({
            ...{ client, address, count: Number(count), since: new Date(Number(since)) },
          }));
        }),
      close: (access, before, signal) =>
        visit(access, signal, async (wire) => {
          await wire.rows(`SELECT pg_terminate_backend(pid) ${openBefore(access, before)}`);
        }),
    },
    reloadCertificate: (access, signal) =>
      visit(access, signal, async (wire) => {
        await wire.run('SELECT pg_reload_conf()');
      }),
  };
};
