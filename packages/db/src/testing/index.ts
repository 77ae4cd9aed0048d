export { changeTemplate, type TestCluster } from './cluster.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { makeThrowawayDir, startThrowawayServer } from './throwaway-server.ts';
