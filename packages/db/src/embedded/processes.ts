import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode } from './errors.ts';

const run = promisify(execFile);

export interface ProcessEntry {
  readonly pid: number;
  readonly command: string;
}

/** Returns every process with its command line. Skips zombies, which have none and hold no resources. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  if (process.platform !== 'linux') return listWithPs();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(pids.map(async (pid) => ({ pid, command: await commandOf(pid) })));
  return entries.filter((entry) => entry.command !== '');
}

// Everyone can read cmdline; /proc/<pid>/cwd would need CAP_SYS_PTRACE, which root in a container lacks.
async function commandOf(pid: number): Promise<string> {
  const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return raw.replaceAll('\0', ' ').trimEnd();
}

async function listWithPs(): Promise<ProcessEntry[]> {
  const { stdout } = await run('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(.*)$/.exec(line);
    return match?.[1] && match[2] ? [{ pid: Number(match[1]), command: match[2] }] : [];
  });
}

/** Returns the command line of one process, '' if it exited or is a zombie. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return commandOf(pid);
  return (await listWithPs()).find((entry) => entry.pid === pid)?.command ?? '';
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Identifies this process as `pid:start time`: a pid alone is reused, especially in containers. */
export async function ownProcessToken(): Promise<string> {
  return `${process.pid}:${await startTime(process.pid)}`;
}

/** Returns whether the process of this token still runs; false for an invalid token. */
export async function isTokenAlive(token: string): Promise<boolean> {
  const match = /^(\d+):(\d+)$/.exec(token.trim());
  if (!match?.[1] || !match[2]) return false;
  const pid = Number(match[1]);
  return pid > 0 && isAlive(pid) && (await startTime(pid)) === match[2];
}

// Field 22 of /proc/<pid>/stat, in ticks since boot; the second field can contain spaces, so count after its ')'.
async function startTime(pid: number): Promise<string> {
  if (process.platform !== 'linux') return '0';
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
}
