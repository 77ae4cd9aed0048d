import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plan, ServedFiles } from './program.ts';

const [initdb = ''] = globSync('/usr/lib/postgresql/*/bin/initdb');
const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] as const;

/** PostgreSQL and MariaDB at one address. Both offer TLS before anyone signs in, so neither needs a user. */
export const databaseServers = (address: string, { ecdsa }: ServedFiles): readonly Plan[] => [
  {
    name: 'postgresql',
    owner: 'postgres',
    // It refuses a key that others may read.
    config: { file: 'server.key', text: () => readFile(ecdsa.key, 'utf8') },
    prepare: () => [...asPostgres, initdb, '-D', 'data', '-A', 'reject', '--no-sync', '--no-instructions'],
    command: (dir) => [
      ...asPostgres,
      join(dirname(initdb), 'postgres'),
      ...['-D', `${dir}/data`, '-p', '5432', '-c', `listen_addresses=${address}`, '-c', `unix_socket_directories=${dir}`],
      ...['-c', 'ssl=on', '-c', `ssl_cert_file=${ecdsa.chain}`, '-c', `ssl_key_file=${dir}/server.key`, '-c', 'fsync=off'],
    ],
    listens: [{ address, port: 5432 }],
    // Does not wait for clients.
    stopsBy: 'SIGINT',
  },
  {
    name: 'mariadb',
    owner: 'nobody',
    command: (dir) => [
      'mariadbd',
      ...['--no-defaults', '--user=nobody', `--datadir=${dir}`, `--socket=${dir}/socket`, `--pid-file=${dir}/pid`],
      ...[`--bind-address=${address}`, '--port=3306', '--skip-grant-tables', '--skip-innodb', '--default-storage-engine=MyISAM'],
      ...[`--ssl-cert=${ecdsa.chain}`, `--ssl-key=${ecdsa.key}`],
    ],
    listens: [{ address, port: 3306 }],
  },
];
