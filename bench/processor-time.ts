import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** USER_HZ: the unit of /proc/<pid>/stat on every Linux. */
const TICK_MS = 10;
const IDLE_SAMPLE_MS = 3000;
/** An idle server uses far less than this share of a core; more means that it still works after the seed. */
const AT_REST = 0.04;
const REST_PATIENCE_MS = 60_000;

interface ProcessTimes {
  readonly parent: number;
  readonly ms: number;
}

/** In nanoseconds, while /proc/<pid>/stat rounds to hundredths of a second (Documentation/scheduler/sched-stats). */
const threadMsOf = (pid: number, thread: string): number =>
  Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6;

const threadsMsOf = (pid: number): number => readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadMsOf(pid, thread), 0);

export interface ThreadTime {
  readonly id: number;
  /** The thread's own name; Node's main thread is called MainThread. */
  readonly name: string;
  readonly ms: number;
}

/** Returns every living thread of a process. */
export const threadTimesOf = (pid: number): ThreadTime[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => ({
    id: Number(thread),
    name: readFileSync(`/proc/${pid}/task/${thread}/comm`, 'latin1').trim(),
    ms: threadMsOf(pid, thread),
  }));

const timesOf = (pid: number): ProcessTimes | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses can contain anything; fields are counted after it (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Children that exited and were waited for, such as PostgreSQL's parallel workers.
    const childTicks = Number(fields[13]) + Number(fields[14]);
    return { parent: Number(fields[1]), ms: threadsMsOf(pid) + childTicks * TICK_MS };
  } catch {
    // It exited during the loop.
    return null;
  }
};

/** Returns the user and system time of a process, its threads and all its descendants. Linux only. */
export const processorMsOf = (root: number): number => {
  const all = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null;
    if (times !== null) all.set(Number(name), times);
  }
  let sum = 0;
  for (const [pid, { ms }] of all) {
    for (let at: number | undefined = pid; at !== undefined; at = all.get(at)?.parent) {
      if (at !== root) continue;
      sum += ms;
      break;
    }
  }
  return sum;
};

/** Waits until the processes are idle; returns the share of a core that they use without requests. */
export const idleShareOf = async (root: number): Promise<number> => {
  const giveUpAt = performance.now() + REST_PATIENCE_MS;
  for (;;) {
    const startedAt = performance.now();
    const before = processorMsOf(root);
    await wait(IDLE_SAMPLE_MS);
    const share = (processorMsOf(root) - before) / (performance.now() - startedAt);
    if (share < AT_REST || performance.now() > giveUpAt) return share;
  }
};
