import { alertSnoozes } from '@notafter/db';
import { addMs, DAY_MS, DomainError, LONGEST_SILENCE_DAYS } from '@notafter/domain';
import { snoozeInput } from '@notafter/domain/inputs';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { requireCertificateForOrg } from './internal/require-certificate.ts';

/**
 * Holds back every alert about one certificate until an instant, and then sends them once. Throws `certificate_not_found`, or
 * `invalid_input` for an instant that is over or too far away.
 */
export const snoozeCertificate = useCase({
  name: 'notifications/snooze-certificate',
  access: 'admin',
  input: snoozeInput,
  audit: 'Snoozed a certificate',
})(async (ctx, { certificateId, until }): Promise<void> => {
  const now = ctx.clock.now();
  if (until <= now || until > addMs(now, LONGEST_SILENCE_DAYS * DAY_MS)) {
    throw new DomainError('invalid_input', {
      details: [{ path: 'until', message: `Choose an end within the next ${LONGEST_SILENCE_DAYS} days.` }],
    });
  }
  await withTransaction(ctx, async (tx, audit) => {
    await requireCertificateForOrg(tx.db, tx.org.id, certificateId);
    await tx.db
      .insert(alertSnoozes)
      .values({ certificateId, orgId: tx.org.id, until })
      .onConflictDoUpdate({ target: alertSnoozes.certificateId, set: { until } });
    await requestReview(tx, tx.org.id);
    audit({ subjectId: certificateId, detail: { until: until.toISOString() } });
  });
});
