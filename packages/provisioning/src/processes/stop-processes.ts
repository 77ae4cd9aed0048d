import { setTimeout as wait } from 'node:timers/promises';
import { ProviderError } from '@notafter/domain';
import { isRunning, type ProcessIdentity, signalProcess } from './process-table.ts';

/** For an engine to end its requests and write what it holds. */
const GRACE_MS = 30_000;
/** For the kernel to end what was killed. */
const KILLED_MS = 10_000;
const POLL_MS = 50;

type ListProcesses = () => Promise<readonly ProcessIdentity[]>;

interface StopOptions {
  /** The engine, oldest first, as long as it runs. */
  readonly engines: ListProcesses;
  /** The engine and what it has started. */
  readonly all: ListProcesses;
  /** Ends the engine in its own time; null: by force at once. */
  readonly signal: NodeJS.Signals | null;
  readonly graceMs?: number;
}

/** Also lists what it listed before and still ends: a process gives back its memory first, its arguments included, and its ports later. */
const untilEnded = (list: ListProcesses): ListProcesses => {
  let seen: readonly ProcessIdentity[] = [];
  return async () => {
    const listed = await list();
    const ending: ProcessIdentity[] = [];
    for (const one of seen) if (!listed.some(({ pid }) => pid === one.pid) && (await isRunning(one))) ending.push(one);
    seen = [...listed, ...ending];
    return seen;
  };
};

const areGoneWithin = async (list: ListProcesses, limitMs: number): Promise<boolean> => {
  for (const deadline = performance.now() + limitMs; performance.now() < deadline; await wait(POLL_MS)) {
    if ((await list()).length === 0) return true;
  }
  return false;
};

/** Ends the processes of a service: the engine by a signal, and by force whatever is left after that. Then its ports are free. */
export const stopProcesses = async ({ engines, all, signal, graceMs = GRACE_MS }: StopOptions): Promise<void> => {
  const listEngines = untilEnded(engines);
  const listAll = untilEnded(all);
  if ((await listAll()).length === 0) return;
  const [engine] = signal === null ? [] : await listEngines();
  if (engine !== undefined && signal !== null) {
    await signalProcess(engine, signal);
    await areGoneWithin(listEngines, graceMs);
  }
  for (const process of await listAll()) await signalProcess(process, 'SIGKILL');
  if (!(await areGoneWithin(listAll, KILLED_MS))) throw new ProviderError('transient', 'The engine does not end, although it was killed.');
};
