import { certificates, type Executor } from '@notafter/db';
import { type CertificateId, DomainError, type OrganizationId } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';

/** Returns the certificate's domain. Throws `certificate_not_found`, also for another organization's id. */
export const requireCertificateForOrg = async (db: Executor, orgId: OrganizationId, id: CertificateId): Promise<string> => {
  const [row] = await db
    .select({ domain: certificates.domain })
    .from(certificates)
    .where(and(eq(certificates.id, id), eq(certificates.orgId, orgId)));
  if (row === undefined) throw new DomainError('certificate_not_found');
  return row.domain;
};
