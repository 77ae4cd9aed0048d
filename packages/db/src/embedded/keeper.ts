import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { Account } from './account.ts';
import { isTokenAlive, listProcesses, ownProcessToken } from './processes.ts';

/**
 * A shell between us and PostgreSQL that reads a pipe only we hold. However we die, kill -9 included, the pipe closes and the
 * shell sends SIGINT: PostgreSQL's fast shutdown, and initdb's clean abort. It repeats the signal until the program exits,
 * because a program started in the background ignores SIGINT until it sets its own handler (POSIX section 2.11).
 */
const RUN_AND_KEEP = `
exec 3<&0
shift 3
"$@" </dev/null 3<&- &
child=$!
( while read -r _; do :; done; while kill -INT "$child"; do sleep 1; done ) <&3 2>/dev/null &
watcher=$!
exec 3<&- 0</dev/null
wait "$child"
status=$?
{ kill "$watcher"; wait "$watcher"; } 2>/dev/null
exit "$status"
`;
const KEEP_RUNNING = `
while read -r _; do :; done
kill -INT "$4"
`;
const MARKER = 'notafter-keeper';

export interface Keeper {
  /** Resolves when the shell exits: with PostgreSQL's exit status if the shell started it. Never rejects. */
  readonly exited: Promise<KeeperExit>;
  /** Closes the pipe: SIGINT follows. */
  release(): void;
  /** Lets this process exit while the server runs (which ends the server too). */
  unref(): void;
}

export interface KeeperExit {
  readonly code: number | null;
  readonly error?: Error;
}

interface KeeperOptions {
  readonly home: string;
  readonly account: Account;
  readonly role: 'initdb' | 'server';
  /** An open file descriptor for the program's output. */
  readonly output: number;
}

/** Starts a program of PostgreSQL that cannot outlive this process. */
export async function keepStarted(options: KeeperOptions, command: readonly string[]): Promise<Keeper> {
  return spawnKeeper(options, RUN_AND_KEEP, command);
}

/** Makes a server that already runs end with this process. */
export async function keepRunning(options: KeeperOptions, pid: number): Promise<Keeper> {
  return spawnKeeper(options, KEEP_RUNNING, [String(pid)]);
}

async function spawnKeeper(options: KeeperOptions, script: string, args: readonly string[]): Promise<Keeper> {
  const { home, account, role, output } = options;
  const child = spawn('/bin/sh', ['-c', script, MARKER, role, home, await ownProcessToken(), ...args], {
    ...account.spawnAs,
    cwd: home,
    env: programEnvironment(),
    stdio: ['pipe', output, output],
    // A separate session: Ctrl-C in a terminal must reach only us, so that requests finish first.
    detached: true,
  });
  const exited = once(child, 'exit').then(
    ([code]) => ({ code: typeof code === 'number' ? code : null }),
    (error) => ({ code: null, error: error instanceof Error ? error : new Error(String(error)) }),
  );
  // The pipe breaks if the shell exits first; `exited` reports that.
  child.stdin?.on('error', () => undefined);
  void exited.then(() => child.stdin?.destroy());
  return {
    exited,
    release: () => {
      // Referenced again, so that we do not exit before `exited` is known.
      child.ref();
      child.stdin?.destroy();
    },
    unref: () => {
      child.unref();
      if (child.stdin instanceof Socket) child.stdin.unref();
    },
  };
}

/** The environment of PostgreSQL's programs: without our secrets, and without PG* variables that would redirect them. */
export function programEnvironment() {
  // NODE_ENV only because the types of a dependency require it.
  return { PATH: '/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC', NODE_ENV: 'production' as const };
}

/**
 * Returns the state of this home's server: kept by a living process (`owned`), about to be stopped by its shell because its
 * process died (`ending`), or without a keeper because the shell was killed too (`orphaned`).
 */
export async function findKeeper(home: string): Promise<'owned' | 'ending' | 'orphaned'> {
  const prefix = `${MARKER} server ${home} `;
  let found: 'ending' | 'orphaned' = 'orphaned';
  for (const { command } of await listProcesses()) {
    const at = command.indexOf(prefix);
    if (at < 0) continue;
    const token = command.slice(at + prefix.length).split(' ', 1)[0] ?? '';
    if (await isTokenAlive(token)) return 'owned';
    found = 'ending';
  }
  return found;
}
