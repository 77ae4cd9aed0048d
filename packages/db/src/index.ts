export * from './client.ts';
export * from './executor.ts';
export * from './history-partitions.ts';
export * from './ids.ts';
export * from './migrate.ts';
export * from './prepared.ts';
export * from './schema/index.ts';
export { isDatabaseUnavailable } from './unavailable.ts';
export { withoutValues } from './without-values.ts';
