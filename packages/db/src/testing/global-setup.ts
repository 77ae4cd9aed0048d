import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../migrate.ts';
import { asAdmin, changeTemplate, dropTestDatabases, newTestCluster, type TestCluster } from './cluster.ts';
import { startThrowawayServer } from './throwaway-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: TestCluster;
  }
}

/**
 * Vitest's global setup: one server for the whole run, with a migrated template that createTestDatabase() copies.
 * `TEST_POSTGRES_BIN` names other programs than the npm package's, such as `/usr/lib/postgresql/15/bin`; `TEST_DATABASE_URL` names
 * a running server with `pg_stat_statements` among its `shared_preload_libraries`, whose role may create databases and extensions.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  const binDir = process.env.TEST_POSTGRES_BIN;
  const server = external ? undefined : await startThrowawayServer({ settings: { max_connections: '300' }, ...(binDir ? { binDir } : {}) });
  const cluster = newTestCluster(external ?? server?.url ?? '');
  await asAdmin(cluster, (sql) => sql.unsafe(`create database "${cluster.template}"`));
  await changeTemplate(cluster, migrateDatabase);
  project.provide('testCluster', cluster);
  return async () => {
    await dropTestDatabases(cluster);
    await server?.remove();
  };
}
