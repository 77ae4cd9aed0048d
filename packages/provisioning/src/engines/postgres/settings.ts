import type { ServiceSize } from '@notafter/domain';

const clamp = (value: number, least: number, most: number): number => Math.round(Math.min(most, Math.max(least, value)));

/** Settings of PostgreSQL for a size: a quarter of the memory as its own cache, and as many clients as the rest can serve. */
export const postgresSettings = ({ memoryMib, cpus }: ServiceSize): Readonly<Record<string, string>> => {
  const connections = clamp(memoryMib / 20, 25, 500);
  return {
    shared_buffers: `${clamp(memoryMib / 4, 16, 32_768)}MB`,
    effective_cache_size: `${clamp((memoryMib * 3) / 4, 32, 1_048_576)}MB`,
    maintenance_work_mem: `${clamp(memoryMib / 16, 16, 2048)}MB`,
    work_mem: `${clamp(memoryMib / 4 / connections, 1, 256)}MB`,
    max_connections: String(connections),
    max_parallel_workers: String(clamp(cpus, 1, 64)),
    timezone: 'UTC',
    log_timezone: 'UTC',
    ssl: 'on',
    ssl_min_protocol_version: 'TLSv1.2',
    password_encryption: 'scram-sha-256',
  };
};
