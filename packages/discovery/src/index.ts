export { createDiscoverySources, type SourcesOptions } from './create-sources.ts';
export type { Patience } from './ct/ask.ts';
