export { createPreflight, type PreflightOptions } from './create-preflight.ts';
export type { ProbeChains } from './dane.ts';
export { createDomainRecords, type DomainRecords } from './domain-records.ts';
export { registrableDomainOf } from './names.ts';
export { createRenewalInfoClient, type RenewalInfoOptions } from './renewal-info.ts';
