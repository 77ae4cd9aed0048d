import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { problems } from './errors.ts';
import { findKeeper, keepRunning } from './keeper.ts';
import { isServerOf, readPostmaster } from './postmaster.ts';
import { isAlive, listProcesses } from './processes.ts';
import type { Server } from './server.ts';
import { clusterName } from './settings.ts';

/**
 * Adopts a server that already runs for this cluster; undefined if there is none and one can be launched. A server that
 * belongs to another living process is shared: it ends with that process.
 */
export async function adoptServer(cluster: Cluster): Promise<Server | undefined> {
  const { dataDir, home, deadline } = cluster;
  for (;;) {
    const postmaster = await readPostmaster(dataDir);
    if (!postmaster || !(await isServerOf(postmaster.pid, dataDir))) break;
    const { pid, port, status } = postmaster;
    if (status === 'ready') {
      const kept = await findKeeper(home.path);
      if (kept === 'owned') return { pid, port, keeper: undefined, adopted: true };
      if (kept === 'orphaned') {
        const output = cluster.serverLog.fd;
        const keeper = await keepRunning({ home: home.path, account: home.account, role: 'server', output }, pid);
        return { pid, port, keeper, adopted: true };
      }
    }
    // Its process died and it is shutting down, or another process is starting it.
    if (performance.now() > deadline) throw problems.stopTimeout(pid, home.path);
    await wait(10);
  }
  await waitForRemnants(cluster);
  return undefined;
}

/** Backends outlive a killed server briefly and hold its shared memory: a start before they end fails. */
async function waitForRemnants(cluster: Cluster): Promise<void> {
  const { dataDir, deadline } = cluster;
  const marks = [`-D ${dataDir} `, `postgres: ${clusterName(dataDir)}: `];
  for (;;) {
    const remnant = (await listProcesses()).find(({ command }) => marks.some((mark) => command.includes(mark)));
    if (!remnant) break;
    if (performance.now() > deadline) throw problems.stopTimeout(remnant.pid, cluster.home.path);
    await wait(20);
  }
  // PostgreSQL replaces the file of a dead process itself, but refuses an empty one and one with a reused pid.
  const postmaster = await readPostmaster(dataDir);
  if (!postmaster || isAlive(postmaster.pid)) await rm(join(dataDir, 'postmaster.pid'), { force: true });
}
