import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';

const MIB = 1024 * 1024;

/** Survives a power failure; `none` is for temporary test databases. */
export type Durability = 'full' | 'none';

/** Shown in every process title of this cluster, which identifies its leftover backends. */
export function clusterName(dataDir: string): string {
  return `notafter-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;
}

/** Settings are command-line arguments, so that an update of Notafter applies them to existing clusters too. */
export function serverSettings(dataDir: string, port: number, durability: Durability): Record<string, string> {
  return {
    cluster_name: clusterName(dataDir),
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Loopback only: postgres.js does not support socket URLs.
    unix_socket_directories: '',
    ssl: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // DETAIL lines quote row values, such as addresses, which must not be logged.
    log_error_verbosity: 'terse',
    shared_buffers: `${sharedBuffersMib(availableMemory())}MB`,
    random_page_cost: '1.1',
    // All queries are short; JIT compilation costs more than it saves.
    jit: 'off',
    checkpoint_timeout: '30min',
    // Schedule rows change all day: at the default 20 %, a table of a million would grow by 200,000 dead rows.
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.05',
    // For organizations that move here from another database.
    max_prepared_transactions: '2',
    ...(durability === 'none' ? THROWAWAY : {}),
  };
}

/** Counts statements for the operator. Not those that set passwords or options: their text would contain them. */
export const statementStatistics = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_utility': 'off' };

const THROWAWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '64MB',
};

/** An eighth of the memory, because Node shares the machine; 512 MB holds the hot part of a million certificates. */
export function sharedBuffersMib(memoryBytes: number): number {
  return Math.round(Math.min(512, Math.max(32, memoryBytes / MIB / 8)));
}

function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
