import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { errorCode, problems } from './errors.ts';
import type { Keeper } from './keeper.ts';
import { isServerOf } from './postmaster.ts';

const FAST_MS = 30_000;
const IMMEDIATE_MS = 10_000;

/** Stops a server that `keeper` keeps: fast shutdown, and an immediate one after 30 s, from which the next start recovers. */
export async function stopServer(cluster: Cluster, pid: number, keeper: Keeper): Promise<void> {
  keeper.release();
  if (!(await isGoneWithin(cluster.dataDir, pid, FAST_MS))) {
    cluster.log.warn({ pid }, 'PostgreSQL did not stop within 30 s; stopping it immediately');
    try {
      process.kill(pid, 'SIGQUIT');
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
    if (!(await isGoneWithin(cluster.dataDir, pid, IMMEDIATE_MS))) throw problems.stopTimeout(pid, cluster.home.path);
  }
  await keeper.exited;
}

async function isGoneWithin(dataDir: string, pid: number, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (await isServerOf(pid, dataDir)) {
    if (performance.now() > deadline) return false;
    await wait(10);
  }
  return true;
}
