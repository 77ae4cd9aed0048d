import { join, resolve } from 'node:path';
import { countStatements, ensureAccess, urlOf } from './access.ts';
import { adoptServer } from './adopt.ts';
import { binariesIn, selectBinaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { explainFileError } from './errors.ts';
import { clusterMajors, resolveHome } from './home.ts';
import { initializeCluster, removeUnfinished } from './initdb.ts';
import { withStartLock } from './lock.ts';
import type { EmbeddedLog } from './log.ts';
import { readOrMakePassword, resetPassword } from './password.ts';
import { isServerOf } from './postmaster.ts';
import { explainExit, launchServer, type Server } from './server.ts';
import { openServerLog } from './server-log.ts';
import type { Durability } from './settings.ts';
import { stopServer } from './stop.ts';

const WATCH_MS = 1000;

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; PostgreSQL's files are in `postgres/` below it, or in `fallbackRoot` (see resolveHome). */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Default: the port of the last start, or a free one. */
  readonly port?: number;
  /** `none` for temporary databases: no fsync, small WAL segments. Default `full`. */
  readonly durability?: Durability;
  /** Server settings that override ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Time limit for lock, initdb, crash recovery and readiness together. Default 120,000. */
  readonly startTimeoutMs?: number;
  /** The directory of initdb and postgres. Default: those that match the data, the npm package's, or the newest installed. */
  readonly binDir?: string;
  /** Default `/var/lib/notafter`. */
  readonly fallbackRoot?: string;
  /** Called once if the server exits without a call of stop(). */
  readonly onUnexpectedExit?: () => void;
}

export interface EmbeddedPostgres {
  /** `postgres://notafter:<password>@127.0.0.1:<port>/notafter`. A secret. */
  readonly url: string;
  /** The server was already running: left by a crash, or kept by another living process. */
  readonly adopted: boolean;
  /** The directory of PostgreSQL's files. */
  readonly home: string;
  /** Fast shutdown; resolves when all processes have exited. Does not stop a server that another process keeps. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL, or adopts the one that runs for this DATA_DIR, and resolves when it accepts connections. It
 * ends with this process, however that ends. Rejects with an EmbeddedPostgresError that names the fix.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const startedAt = performance.now();
  const timeoutMs = options.startTimeoutMs ?? 120_000;
  const home = await resolveHome(resolve(options.dataDir), options.fallbackRoot ?? '/var/lib/notafter', log);
  try {
    return await withStartLock(home.path, timeoutMs, async () => {
      await removeUnfinished(home.path);
      const binaries = options.binDir ? await binariesIn(options.binDir, home) : await selectBinaries(home);
      const serverLog = await openServerLog(home.path);
      try {
        const cluster: Cluster = {
          home,
          binaries,
          dataDir: join(home.path, String(binaries.major)),
          serverLog,
          log,
          durability: options.durability ?? 'full',
          settings: options.settings ?? {},
          port: options.port,
          deadline: startedAt + timeoutMs,
        };
        const { server, password } = await bringUp(cluster);
        const uncounted = binaries.hasStatements ? await countStatements(urlOf(server.port, password)) : undefined;
        if (uncounted !== undefined) log.warn({ code: uncounted }, 'PostgreSQL does not count statements');
        log.info(
          {
            postgres: binaries.major,
            pid: server.pid,
            port: server.port,
            adopted: server.adopted,
            tookMs: Math.round(performance.now() - startedAt),
          },
          'Embedded PostgreSQL is ready',
        );
        return handle(cluster, server, urlOf(server.port, password), options.onUnexpectedExit);
      } finally {
        await serverLog.close();
      }
    });
  } catch (error) {
    throw explainFileError(error, home.path, home.account.name);
  }
}

async function bringUp(cluster: Cluster): Promise<{ server: Server; password: string }> {
  const { home, binaries, dataDir, serverLog, durability, deadline } = cluster;
  const password = await readOrMakePassword(home.path);
  if (!(await clusterMajors(home.path)).includes(binaries.major)) {
    await serverLog.mark();
    const code = await initializeCluster({ home, binaries, dataDir, password, durability, output: serverLog.fd });
    if (code !== 0) throw await explainExit(cluster, `initdb exited with status ${code}`);
  }

  const server = (await adoptServer(cluster)) ?? (await launchServer(cluster));
  if (await admits(cluster, server, password)) return { server, password };

  cluster.log.warn({ home: home.path }, 'The password file does not match the database; setting the password again');
  if (!server.keeper) throw await explainExit(cluster, `The server on port ${server.port} rejects our password`);
  await stopServer(cluster, server.pid, server.keeper);
  await resetPassword({ binaries, account: home.account, home: home.path, dataDir, password, output: serverLog.fd });
  const again = await launchServer(cluster);
  if (await ensureAccess(again.port, password, deadline)) return { server: again, password };
  again.keeper?.release();
  throw await explainExit(cluster, 'PostgreSQL rejects the password that was just set');
}

async function admits(cluster: Cluster, server: Server, password: string): Promise<boolean> {
  try {
    return await ensureAccess(server.port, password, cluster.deadline);
  } catch (error) {
    server.keeper?.release();
    throw error instanceof Error ? await explainExit(cluster, error.message) : error;
  }
}

function handle(cluster: Cluster, server: Server, url: string, onUnexpectedExit?: () => void): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  const { pid, keeper, adopted } = server;
  const watch = setInterval(() => {
    void isServerOf(pid, cluster.dataDir).then((runs) => {
      if (runs) return;
      clearInterval(watch);
      if (!stopping) onUnexpectedExit?.();
    });
  }, WATCH_MS);
  watch.unref();
  keeper?.unref();
  return {
    url,
    adopted,
    home: cluster.home.path,
    stop: () => {
      clearInterval(watch);
      stopping ??= keeper ? stopServer(cluster, pid, keeper) : Promise.resolve();
      return stopping;
    },
  };
}
