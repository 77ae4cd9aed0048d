export { type BulkCertificate, type BulkRequest, bulkCertificate } from './bulk-certificates.ts';
export { type FaultyServer, overloaded, type ServerFault } from './faulty-server.ts';
export type { Submission } from './log-entries.ts';
export { type LocalLog, type LocalLogOptions, type StaticLocalLog, startStaticLog } from './static-log.ts';
