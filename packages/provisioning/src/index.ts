export type { BackupStore } from './backups/backup-store.ts';
export { createFileStore } from './backups/file-store.ts';
export { createS3Store } from './backups/s3/s3-store.ts';
export { createServiceBackups, readBackup } from './backups/service-backups.ts';
export { createCertificateIssuer } from './certificates/certificate-issuer.ts';
export { parseImages, type ServiceImages } from './containers/images.ts';
export { createServiceEngines } from './engines/service-engines.ts';
export { createLocalDriver, type LocalDriverOptions } from './local/local-driver.ts';
export type { PostgresPrograms, ProcessHome } from './processes/process-home.ts';
