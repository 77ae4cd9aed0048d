import type { Outputs } from '../../api/trpc.ts';

export type Collector = Outputs['collectors']['list']['collectors'][number];
export type CollectorDetail = Outputs['collectors']['get'];
export type Bundle = CollectorDetail['bundles'][number];
export type CollectorFile = Outputs['collectors']['files']['files'][number];
export type NewCollector = Outputs['collectors']['add'];
export type BundleImport = Outputs['collectors']['importBundles'];
export type ImportedBundle = BundleImport['bundles'][number];
