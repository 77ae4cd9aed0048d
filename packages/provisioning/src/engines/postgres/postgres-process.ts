import { readFile, rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { ProviderError } from '@notafter/domain';
import { unpackArchive } from '../../archives/unpack-archive.ts';
import type { ProcessHome } from '../../processes/process-home.ts';
import type { ProcessContext, ProcessRecipe } from '../../processes/process-recipe.ts';
import { findByArgument } from '../../processes/process-table.ts';
import { lastWords, runProgram } from '../../processes/run-program.ts';
import { portOf } from '../engine-client.ts';
import { quotedName, quotedText } from './postgres-client.ts';
import { scramVerifier } from './scram.ts';
import { postgresSettings } from './settings.ts';

/** The role that owns the system catalogs. It has no password, and the server lets no one sign in as it. */
const OWNER = 'notafter';

const programsOf = (home: ProcessHome, programs: string) => {
  const found = home.postgres.find(({ major }) => String(major) === programs);
  if (found !== undefined) return found;
  throw new ProviderError('invalid', `The data is of PostgreSQL ${programs}, which is not installed. Install it in /usr/lib/postgresql.`);
};

/**
 * The first user is not a superuser, because one could run programs as the user of all services. It can do the rest: own databases,
 * create roles and trusted extensions, end sessions, read statistics.
 */
const firstRole = async (major: number, { user, password }: { readonly user: string; readonly password: string }): Promise<string[]> => {
  const role = quotedName(user);
  // Up to 15, this right included the membership in roles that run programs.
  const createRole = major >= 16 ? 'CREATEROLE' : '';
  return [
    `CREATE ROLE ${role} LOGIN CREATEDB ${createRole} REPLICATION PASSWORD ${quotedText(await scramVerifier(password))}`,
    `GRANT pg_monitor, pg_signal_backend TO ${role} WITH ADMIN OPTION`,
    `GRANT EXECUTE ON FUNCTION pg_reload_conf() TO ${role}`,
    `ALTER DATABASE postgres OWNER TO ${role}`,
    `ALTER SCHEMA public OWNER TO ${role}`,
  ];
};

/** An address or a CIDR as a whole range. Anything else would be a rule of its author's. */
const rangeOf = (text: string): string => {
  const [address = '', bits] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
    throw new Error('This is not a range of addresses.');
  return `${address}/${bits ?? (family === 4 ? 32 : 128)}`;
};

/** Ours comes first: probes, monitors, rotations and backups connect from the address that services listen on. */
const hostRules = {
  reloadSignal: 'SIGHUP',
  write: ({ folder, address, allowlist }: Pick<ProcessContext, 'folder' | 'address' | 'allowlist'>): Promise<string> => {
    const ranges = allowlist.length === 0 ? ['all'] : [address, ...allowlist].map(rangeOf);
    const lines = ['all', 'replication'].flatMap((database) => [
      `hostssl ${database} ${OWNER} all reject`,
      ...ranges.map((range) => `hostssl ${database} all ${range} scram-sha-256`),
    ]);
    return folder.writeConfig('pg_hba.conf', `${lines.join('\n')}\n`);
  },
} as const;

/** PostgreSQL replaces the file of a process that has ended, but refuses an empty one and one whose pid another program has. */
const removeStalePidFile = async ({ folder, home }: ProcessContext): Promise<void> => {
  const path = join(folder.data, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = Number(text.split('\n')[0]);
  const ours = await findByArgument(`${folder.path}/`, home.account.uid);
  if (!ours.some((process) => process.pid === pid)) await rm(path, { force: true });
};

/** PostgreSQL from the npm package or from the system, TLS only. */
export const postgresProcess: ProcessRecipe = {
  solution: 'postgres',
  stopSignal: 'SIGINT',
  isRestartedForCertificate: false,
  rules: hostRules,
  problemLine: /(?:FATAL|PANIC): .*/,

  find(home, version) {
    const major = version?.split('.')[0];
    const found = home.postgres.find((programs) => major === undefined || String(programs.major) === major);
    const reason = major === undefined ? 'PostgreSQL 15 or newer is not installed.' : `PostgreSQL ${major} is not installed.`;
    return Promise.resolve(
      found === undefined ? { found: false, reason } : { found: true, version: found.version, programs: String(found.major) },
    );
  },

  async restore({ home, data, programs, signal }, origin) {
    const { initdb } = programsOf(home, programs);
    await unpackArchive(origin.open(signal), data, home.account);
    const made = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
    if (made !== programs) throw new ProviderError('invalid', `The backup is of PostgreSQL ${made}, not ${programs}.`);
    await runProgram({ program: initdb, args: ['--sync-only', `--pgdata=${data}`] }, { account: home.account, directory: data }, signal);
  },

  async initialize({ home, data, programs, credentials, signal }) {
    const { initdb, postgres, major } = programsOf(home, programs);
    const place = { account: home.account, directory: data };
    const locale = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
    await runProgram(
      {
        program: initdb,
        args: [`--pgdata=${data}`, `--username=${OWNER}`, '--auth=reject', '--encoding=UTF8', '--no-locale', ...locale],
      },
      place,
      signal,
    );
    const statements = await firstRole(major, credentials);
    for (const database of ['postgres', 'template1']) {
      // Only one of the two has the role, the database and its owner to make.
      const input = database === 'postgres' ? statements : statements.filter((statement) => statement.startsWith('ALTER SCHEMA'));
      const output = await runProgram(
        { program: postgres, args: ['--single', '-D', data, '-c', 'log_statement=none', database] },
        place,
        signal,
        `${input.join(';\n')};\n`,
      );
      // Single-user mode goes on after an error, and succeeds.
      const problem = /(?:ERROR|FATAL|PANIC): .*/.exec(output)?.[0];
      if (problem !== undefined) throw new ProviderError('invalid', `PostgreSQL could not create its first user: ${lastWords(problem)}`);
    }
  },

  async command(context) {
    const { home, folder, address, size, programs } = context;
    await removeStalePidFile(context);
    const settings = {
      ...postgresSettings(size),
      listen_addresses: address,
      port: String(portOf(context, 'native')),
      unix_socket_directories: '',
      ssl_cert_file: folder.tls.certificate,
      ssl_key_file: folder.tls.key,
      hba_file: await hostRules.write(context),
      logging_collector: 'off',
      log_destination: 'stderr',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return { program: programsOf(home, programs).postgres, args: ['-D', folder.data, ...flags] };
  },
};
