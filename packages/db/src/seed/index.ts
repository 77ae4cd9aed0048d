export { seedBulkCertificates } from './bulk-certificates.ts';
export { type SeedPast, seedCertificatePast } from './certificate-past.ts';
export { hasAccount, type SeededOrganization, type SeedOrganization, seedOrganization } from './organization.ts';
