export { type BulkCertificate, type BulkRequest, bulkCertificate } from './bulk-certificates.ts';
export { type FaultyServer, overloaded, type ServerFault } from './faulty-server.ts';
export { loopbackFetch } from './follow.ts';
export type { LocalLog, LocalLogOptions } from './local-log.ts';
export type { Submission } from './log-entries.ts';
export { type Rfc6962LocalLog, startRfc6962Log } from './rfc6962-log.ts';
export { type SearchService, type ServiceEntry, startCertspotterService, startCrtshService } from './search-services.ts';
export { type StaticLocalLog, startStaticLog } from './static-log.ts';
