import { certificates } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import type { CertificateIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';

/** Ends the monitoring of one certificate and deletes its history. Throws `certificate_not_found`. */
export const removeCertificate = async (ctx: OrgContext, { id }: CertificateIdInput): Promise<void> => {
  requirePermission(ctx, 'certificates/remove-certificate');
  await withTransaction(ctx, 'certificates/remove-certificate', async (tx, audit) => {
    const [removed] = await tx.db
      .delete(certificates)
      .where(and(eq(certificates.id, id), eq(certificates.orgId, tx.org.id)))
      .returning({ domain: certificates.domain });
    if (removed === undefined) throw new DomainError('certificate_not_found');
    audit({ subjectId: id, detail: { domain: removed.domain } });
  });
};
