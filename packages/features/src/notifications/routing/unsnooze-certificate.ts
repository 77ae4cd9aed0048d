import { alertSnoozes } from '@notafter/db';
import { monitoredCertificateInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { requireCertificateForOrg } from './internal/require-certificate.ts';

/** Ends the snooze of a certificate; held alerts are sent soon. Throws `certificate_not_found`. */
export const unsnoozeCertificate = useCase({
  name: 'notifications/unsnooze-certificate',
  access: 'admin',
  input: monitoredCertificateInput,
  audit: 'Ended the snooze of a certificate',
})(async (ctx, { certificateId }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    await requireCertificateForOrg(tx.db, tx.org.id, certificateId);
    await tx.db.delete(alertSnoozes).where(and(eq(alertSnoozes.certificateId, certificateId), eq(alertSnoozes.orgId, tx.org.id)));
    await requestReview(tx, tx.org.id);
    audit({ subjectId: certificateId });
  });
});
