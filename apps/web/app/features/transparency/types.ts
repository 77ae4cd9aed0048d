import type { Outputs } from '../../api/trpc.ts';

export type IssuancePage = Outputs['transparency']['issuances'];
export type Issuance = IssuancePage['issuances'][number];
export type IssuanceDetail = Outputs['transparency']['issuance']['issuance'];
export type WatchedDomains = Outputs['transparency']['domains'];
export type WatchedDomain = WatchedDomains['domains'][number];
export type Sources = Outputs['transparency']['sources'];
export type LogSource = Sources['logs'][number];
export type SearchSource = Sources['searches'][number];
