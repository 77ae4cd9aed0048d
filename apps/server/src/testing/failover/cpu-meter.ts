import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 500;

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
}

export interface CpuMeter {
  /** Seconds of user and system time so far, by group. */
  readonly seconds: ReadonlyMap<string, number>;
  stop(): void;
}

/** A file of a process; null if the process ended meanwhile. */
const fileOf = (pid: number, name: string): string | null => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code))) return null;
    throw error;
  }
};

const see = (pid: number): Seen[] => {
  const stat = fileOf(pid, 'stat');
  if (stat === null) return [];
  // The program's name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [{ pid, parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND }];
};

/**
 * Sums the CPU time of this process's descendants. `groupOf` gets the command line and the environment of a process; a process of no group
 * counts with its parent's. What a process uses between the last sample and its end is not seen.
 */
export const startCpuMeter = (groupOf: (command: string, environment: string) => string | null): CpuMeter => {
  const seconds = new Map<string, number>();
  const last = new Map<number, number>();
  const groups = new Map<number, string>([[process.pid, 'load and measurement']]);
  const sample = (): void => {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const seen = all.flatMap((name) => see(Number(name))).sort((one, other) => one.pid - other.pid);
    for (const { pid, parent, seconds: now } of seen) {
      const above = groups.get(parent);
      if (!groups.has(pid)) {
        const own = groupOf(fileOf(pid, 'cmdline') ?? '', above === undefined ? '' : (fileOf(pid, 'environ') ?? ''));
        const group = own ?? above;
        if (group === undefined) continue;
        groups.set(pid, group);
      }
      const group = groups.get(pid) ?? '';
      seconds.set(group, (seconds.get(group) ?? 0) + now - (last.get(pid) ?? now));
      last.set(pid, now);
    }
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  return { seconds, stop: () => clearInterval(timer) };
};
