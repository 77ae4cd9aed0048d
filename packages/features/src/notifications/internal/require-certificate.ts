import { certificates, type Executor } from '@notafter/db';
import { type CertificateId, DomainError, type OrganizationId } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';

/** Throws `certificate_not_found`, for another organisation's id too. */
export const requireCertificateForOrg = async (db: Executor, orgId: OrganizationId, id: CertificateId): Promise<void> => {
  const [row] = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(eq(certificates.id, id), eq(certificates.orgId, orgId)));
  if (row === undefined) throw new DomainError('certificate_not_found');
};
