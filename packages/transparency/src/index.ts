export { createDomainMatcher, type DomainMatcher } from './domain-matcher.ts';
export { readCertificate } from './entries/read-issuance.ts';
export { readSignedTreeHead } from './heads/signed-tree-head.ts';
export type { TailBatch } from './tail/follower.ts';
export { defaultTailOptions, type TailOptions, type TailRequest, type TailResult, tailLog } from './tail/tail-log.ts';
