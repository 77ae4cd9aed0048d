import { readdir, readFile, stat } from 'node:fs/promises';
import { z } from 'zod';

/** One run of a program: a pid alone is used again, and so is its start time after a reboot. */
export const processIdentity = z.object({ pid: z.int().positive(), startedTicks: z.string(), boot: z.string() });
export type ProcessIdentity = z.infer<typeof processIdentity>;

const readOrEmpty = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

const bootId = async (): Promise<string> => (await readOrEmpty('/proc/sys/kernel/random/boot_id')).trim();

/**
 * Fields 3, 20 and 22 of /proc/<pid>/stat; the second field may contain spaces and parentheses. A process is a zombie as soon as its
 * first thread has ended, but keeps its files and sockets until the last one has.
 */
const statOf = async (pid: number): Promise<{ readonly hasEnded: boolean; readonly startedTicks: string } | null> => {
  const text = await readOrEmpty(`/proc/${pid}/stat`);
  const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [threads, startedTicks] = [fields[16], fields[18]];
  return startedTicks === undefined ? null : { hasEnded: state === 'Z' && Number(threads) <= 1, startedTicks };
};

/** Null if it has ended. */
export const identify = async (pid: number): Promise<ProcessIdentity | null> => {
  const found = await statOf(pid);
  return found === null || found.hasEnded ? null : { pid, startedTicks: found.startedTicks, boot: await bootId() };
};

export const isRunning = async ({ pid, startedTicks, boot }: ProcessIdentity): Promise<boolean> => {
  const found = await identify(pid);
  return found !== null && found.startedTicks === startedTicks && found.boot === boot;
};

/** Whether a thread, the first one unless another is named, was stopped by a signal, or has ended. */
export const isStopped = async (pid: number, thread = String(pid)): Promise<boolean> => {
  const text = await readOrEmpty(`/proc/${pid}/task/${thread}/stat`);
  return text === '' || /^[TtZX]$/.test(text.charAt(text.lastIndexOf(')') + 2));
};

/** Running processes of a user that name `mark` in one of these files of theirs, oldest first. */
const findNaming = async (mark: string, uid: number, files: readonly ('cmdline' | 'environ')[]): Promise<ProcessIdentity[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const owner = await stat(`/proc/${pid}`).catch(() => null);
      if (pid === process.pid || owner?.uid !== uid) return null;
      const texts = await Promise.all(files.map((file) => readOrEmpty(`/proc/${pid}/${file}`)));
      return texts.some((text) => text.includes(mark)) ? identify(pid) : null;
    }),
  );
  return found.filter((one) => one !== null).toSorted((a, b) => Number(a.startedTicks) - Number(b.startedTicks) || a.pid - b.pid);
};

/** Running processes of a user with an argument that contains `mark`, oldest first. */
export const findByArgument = (mark: string, uid: number): Promise<ProcessIdentity[]> => findNaming(mark, uid, ['cmdline']);

/** The same, and those that inherited `mark` in their environment: what an engine has started. */
export const findByMark = (mark: string, uid: number): Promise<ProcessIdentity[]> => findNaming(mark, uid, ['cmdline', 'environ']);

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ESRCH';

/** Sends a signal unless the process has ended. SIGKILL also reaches the group that it leads: children need not have the mark. */
export const signalProcess = async (identity: ProcessIdentity, signal: NodeJS.Signals): Promise<void> => {
  if (!(await isRunning(identity))) return;
  for (const target of signal === 'SIGKILL' ? [-identity.pid, identity.pid] : [identity.pid]) {
    try {
      process.kill(target, signal);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
};
