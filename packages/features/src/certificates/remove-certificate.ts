import { certificates } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import type { CertificateIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { withinReach } from '../certificate-reach.ts';
import { type OrgContext, requirePermission } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { removeMatching } from './internal/remove-certificates.ts';

/** Stops monitoring one certificate and deletes its history. Throws `certificate_not_found`. */
export const removeCertificate = async (ctx: OrgContext, { id }: CertificateIdInput): Promise<void> => {
  requirePermission(ctx, 'certificates/remove-certificate');
  await withTransaction(ctx, 'certificates/remove-certificate', async (tx, audit) => {
    const { domain } = await removeMatching(tx, and(eq(certificates.id, id), withinReach(tx.reach)));
    if (domain === null) throw new DomainError('certificate_not_found');
    audit({ subjectId: id, detail: { domain } });
  });
};
