export { changeTemplate, type TestCluster } from './cluster.ts';
export { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
export { type ReplicatedServers, startReplicatedServers, urlOfHosts } from './replicated-servers.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { makeThrowawayDir, startThrowawayServer } from './throwaway-server.ts';
