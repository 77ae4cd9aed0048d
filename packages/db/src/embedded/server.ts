import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { type EmbeddedPostgresError, explainServerLog, problems } from './errors.ts';
import { type Keeper, keepStarted } from './keeper.ts';
import { choosePort, rememberPort } from './port.ts';
import { isServerOf, readPostmaster } from './postmaster.ts';
import { serverSettings, statementStatistics } from './settings.ts';

const PORT_ATTEMPTS = 5;

export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Set if this process keeps the server alive. */
  readonly keeper: Keeper | undefined;
  readonly adopted: boolean;
}

/** Starts the cluster's server and waits until it accepts connections. Requires the start lock. */
export async function launchServer(cluster: Cluster): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const port = cluster.port ?? (await choosePort(cluster.home.path));
    await cluster.serverLog.mark();
    const keeper = await keepStarted(
      { home: cluster.home.path, account: cluster.home.account, role: 'server', output: cluster.serverLog.fd },
      commandLineOf(cluster, port),
    );
    const outcome = await readyOrExited(cluster, keeper);
    if ('pid' in outcome) {
      await rememberPort(cluster.home.path, port);
      return { pid: outcome.pid, port, keeper, adopted: false };
    }
    const problem = await explainExit(cluster, outcome.exit, port);
    // Another program took the free port before the server did.
    if (problem.code === 'port_in_use' && cluster.port === undefined && attempt < PORT_ATTEMPTS) continue;
    throw problem;
  }
}

export async function explainExit(cluster: Cluster, what: string, port?: number): Promise<EmbeddedPostgresError> {
  return explainServerLog(await cluster.serverLog.sinceMark(), {
    what,
    home: cluster.home.path,
    logFile: cluster.serverLog.path,
    who: cluster.home.account.name,
    uid: cluster.home.account.uid,
    ...(port === undefined ? {} : { port }),
  });
}

// `-D <dir>` comes first: isServerOf recognizes the server by it.
function commandLineOf(cluster: Cluster, port: number): string[] {
  const statistics = cluster.binaries.hasStatements ? statementStatistics : {};
  const settings = { ...serverSettings(cluster.dataDir, port, cluster.durability), ...statistics, ...cluster.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return [cluster.binaries.postgres, '-D', cluster.dataDir, ...flags];
}

async function readyOrExited(cluster: Cluster, keeper: Keeper): Promise<{ pid: number } | { exit: string }> {
  let exit: string | undefined;
  void keeper.exited.then(({ code, error }) => {
    exit = error ? `PostgreSQL could not be started: ${error.message}` : `PostgreSQL ended with status ${code}`;
  });
  for (;;) {
    if (exit !== undefined) return { exit };
    const postmaster = await readPostmaster(cluster.dataDir);
    if (postmaster?.status === 'ready' && (await isServerOf(postmaster.pid, cluster.dataDir))) return postmaster;
    if (performance.now() > cluster.deadline) {
      keeper.release();
      throw problems.startFailed('PostgreSQL was not ready in time', cluster.serverLog.path, await cluster.serverLog.sinceMark());
    }
    await wait(10);
  }
}
