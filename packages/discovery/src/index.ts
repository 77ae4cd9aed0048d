export type { RetryPolicy } from '@notafter/net/lists';
export { createDiscoverySources, type SourcesOptions } from './create-sources.ts';
