import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Debian installs servers where only root's PATH looks. */
export const SERVERS_PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;

const signedDnsPrograms = [
  ['named', '-v'],
  ['dnssec-keygen', '-V'],
  ['dnssec-signzone', '-V'],
  ['unbound', '-V'],
] as const;
const debianPrograms = ['postfix', 'dovecot', 'slapd', 'prosody', 'mariadbd', 'nginx', 'haproxy', 'nats-server'] as const;

const isRoot = process.getuid?.() === 0;
const isInPath = (program: string): boolean => SERVERS_PATH.split(':').some((folder) => existsSync(join(folder, program)));

/** Whether tests can run BIND and Unbound. */
export function canRunSignedDns(): boolean {
  const isThere = ([program, option]: (typeof signedDnsPrograms)[number]): boolean =>
    spawnSync(program, [option], { stdio: 'ignore', env: { ...process.env, PATH: SERVERS_PATH } }).error === undefined;
  return signedDnsPrograms.every(isThere);
}

/** Whether tests can run Postfix, which only root can start. */
export function canRunPostfix(): boolean {
  return (
    isRoot && spawnSync('postconf', ['-d', 'mail_version'], { stdio: 'ignore', env: { ...process.env, PATH: SERVERS_PATH } }).status === 0
  );
}

/** Whether tests can run mail, directory, database and web servers at their usual ports, as Debian packages them. */
export function canRunDebianServers(): boolean {
  return canRunPostfix() && debianPrograms.every(isInPath) && globSync('/usr/lib/postgresql/*/bin/initdb').length > 0;
}

/** Whether tests can renew certificates of servers from a CA of this machine. */
export function canRunAcme(): boolean {
  return (
    isRoot &&
    ['lego', 'pebble', 'nginx', 'haproxy', 'redis-server', 'redis-cli'].every(isInPath) &&
    globSync('/usr/lib/postgresql/*/bin/initdb').length > 0
  );
}

/** Whether tests can mount small disks and create network namespaces. */
export function canRunAsRoot(): boolean {
  return isRoot && canRun(['mount', 'unshare', 'ip']);
}

/** Engines of data services that tests run as processes if they are installed. */
export const testEngines = [
  { name: 'mariadb', programs: ['mariadbd', 'mariadb-install-db'], packages: 'mariadb-server-core' },
  { name: 'influxdb', programs: ['influxd'], packages: 'influxdb' },
  { name: 'rabbitmq', programs: ['rabbitmq-server', 'erl'], packages: 'rabbitmq-server' },
] as const;

/** Whether all of them are installed. */
export function canRun(programs: readonly string[]): boolean {
  return programs.every(isInPath);
}

const debianPython = '/usr/lib/python3/dist-packages';
const clientPrograms = ['psql', 'mariadb', 'influx', 'curl', 'mosquitto_sub', 'mariadbd', 'influxd', 'rabbitmq-server'] as const;
const clientModules = ['psycopg', 'pymysql', 'pika', 'requests'] as const;

/** Whether tests can run clients of data services as people do. Names of services need root: they are in a mount namespace. */
export function canRunClients(): boolean {
  return isRoot && canRun(clientPrograms) && clientModules.every((name) => existsSync(join(debianPython, name)));
}

const jdbcDrivers = ['postgresql', 'mariadb-java-client'].map((name) => `/usr/share/java/${name}.jar`);

/** Whether the same tests can run a Java program with them. */
export function canRunJdbc(): boolean {
  return canRunClients() && canRun(['java', 'javac']) && jdbcDrivers.every((path) => existsSync(path));
}

/** Whether tests can start a Docker daemon, and build its images without a registry. Both need root. */
export function canRunDockerd(): boolean {
  return isRoot && ['dockerd', 'debootstrap'].every(isInPath);
}
