export { createDomainMatcher } from './domain-matcher.ts';
export { readCertificate } from './entries/read-issuance.ts';
export { fetchLogList, judgeLogList, type LogListRequest } from './log-list/fetch-log-list.ts';
export { googleLogListKey } from './log-list/google-key.ts';
export { checkSctInclusion, type SctInclusionRequest } from './sct-inclusion.ts';
export { type CertspotterOptions, createCertspotterSource } from './sources/certspotter.ts';
export { type CrtshOptions, createCrtshSource } from './sources/crtsh.ts';
export { type SelfTestRequest, testTail } from './tail/self-test.ts';
export { defaultTailOptions, type TailOptions, type TailRequest, tailLog } from './tail/tail-log.ts';
