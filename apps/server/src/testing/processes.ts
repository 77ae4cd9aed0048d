import { readdir, readFile } from 'node:fs/promises';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** In ticks since boot; with the pid it identifies a process permanently. */
  readonly startedAt: string;
  readonly command: string;
}

const read = async (pid: string): Promise<ProcessEntry | null> => {
  try {
    const [stat, command] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readFile(`/proc/${pid}/cmdline`, 'utf8')]);
    // The second field is the name in parentheses and can contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return null;
    return { pid: Number(pid), parent: Number(fields[1]), startedAt: fields[19] ?? '', command: command.replaceAll('\0', ' ').trim() };
  } catch {
    return null;
  }
};

/** Returns every living process of this machine (Linux). */
export const listProcesses = async (): Promise<ProcessEntry[]> => {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return (await Promise.all(names.map(read))).filter((entry) => entry !== null);
};

/** Returns this process and all its descendants. */
export const treeOf = async (pid: number): Promise<ProcessEntry[]> => {
  const all = await listProcesses();
  const tree = all.filter((entry) => entry.pid === pid);
  for (const above of tree) tree.push(...all.filter((entry) => entry.parent === above.pid));
  return tree;
};

/** Returns those that are still alive, and others with this path in their command line. */
export const leftOf = async (earlier: readonly ProcessEntry[], path: string): Promise<ProcessEntry[]> => {
  const all = await listProcesses();
  return all.filter(
    ({ pid, startedAt, command }) => command.includes(path) || earlier.some((entry) => entry.pid === pid && entry.startedAt === startedAt),
  );
};
