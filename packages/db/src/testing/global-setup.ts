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
 * `TEST_DATABASE_URL` names a server to use instead; its role must be allowed to create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  const server = external ? undefined : await startThrowawayServer({ settings: { max_connections: '300' } });
  const cluster = newTestCluster(external ?? server?.url ?? '');
  await asAdmin(cluster, (sql) => sql.unsafe(`create database "${cluster.template}"`));
  await changeTemplate(cluster, migrateDatabase);
  project.provide('testCluster', cluster);
  return async () => {
    await dropTestDatabases(cluster);
    await server?.remove();
  };
}
