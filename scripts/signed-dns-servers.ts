import { spawnSync } from 'node:child_process';

// Debian installs servers where only root's PATH looks.
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;

const programs = [
  ['named', '-v'],
  ['dnssec-keygen', '-V'],
  ['dnssec-signzone', '-V'],
  ['unbound', '-V'],
] as const;

/** Returns the PATH with which tests find BIND and Unbound; undefined if one of them is missing. */
export function findSignedDnsServers(): string | undefined {
  const isThere = ([program, option]: (typeof programs)[number]): boolean =>
    spawnSync(program, [option], { stdio: 'ignore', env: { ...process.env, PATH } }).error === undefined;
  return programs.every(isThere) ? PATH : undefined;
}

/** Whether tests can run Postfix, which only root can start. */
export function canRunPostfix(): boolean {
  return (
    process.getuid?.() === 0 &&
    spawnSync('postconf', ['-d', 'mail_version'], { stdio: 'ignore', env: { ...process.env, PATH } }).status === 0
  );
}
