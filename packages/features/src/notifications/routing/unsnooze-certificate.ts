import { alertSnoozes } from '@notafter/db';
import type { MonitoredCertificateInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../../context.ts';
import { requestReview } from '../../request-review.ts';
import { withTransaction } from '../../with-transaction.ts';
import { requireCertificateForOrg } from './internal/require-certificate.ts';

/** Ends the snooze of a certificate; held alerts are sent soon. Throws `certificate_not_found`. */
export const unsnoozeCertificate = async (ctx: OrgContext, { certificateId }: MonitoredCertificateInput): Promise<void> => {
  requirePermission(ctx, 'notifications/unsnooze-certificate');
  await withTransaction(ctx, 'notifications/unsnooze-certificate', async (tx, audit) => {
    await requireCertificateForOrg(tx.db, tx.org.id, certificateId);
    await tx.db.delete(alertSnoozes).where(and(eq(alertSnoozes.certificateId, certificateId), eq(alertSnoozes.orgId, tx.org.id)));
    await requestReview(tx, tx.org.id);
    audit({ subjectId: certificateId });
  });
};
