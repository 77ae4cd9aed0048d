export { createDiscoverySources, type SourcesOptions } from './create-sources.ts';
export type { RetryPolicy } from './ct/ask.ts';
