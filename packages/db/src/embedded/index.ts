export { EmbeddedPostgresError, type EmbeddedPostgresProblem } from './errors.ts';
export { keepEmbeddedPostgres } from './keep.ts';
export type { EmbeddedLog } from './log.ts';
export { openServicesHome, type ServicesHome } from './services-home.ts';
export type { Durability } from './settings.ts';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts';
