import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ProviderError } from '@notafter/domain';
import { isStopped, type ProcessIdentity, signalProcess } from './process-table.ts';

/** A thread that writes to the disk stops after that. */
const STOPPED_MS = 30_000;
const POLL_MS = 10;

const areStopped = async (processes: readonly ProcessIdentity[]): Promise<boolean> => {
  for (const { pid } of processes) {
    for (const thread of await readdir(`/proc/${pid}/task`).catch((): string[] => [])) if (!(await isStopped(pid, thread))) return false;
  }
  return true;
};

/** Suspends processes; resolves once no thread of theirs runs any more. SIGCONT lets them go on. */
export const freezeProcesses = async (processes: readonly ProcessIdentity[]): Promise<void> => {
  for (const one of processes) await signalProcess(one, 'SIGSTOP');
  for (const deadline = performance.now() + STOPPED_MS; performance.now() < deadline; await wait(POLL_MS)) {
    if (await areStopped(processes)) return;
  }
  throw new ProviderError('transient', 'The engine does not stand still, although it was stopped.');
};
