import { alertSnoozes } from '@notafter/db';
import { addMs, DAY_MS, DomainError, LONGEST_SILENCE_DAYS } from '@notafter/domain';
import type { SnoozeInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../../context.ts';
import { requestReview } from '../../request-review.ts';
import { withTransaction } from '../../with-transaction.ts';
import { requireCertificateForOrg } from './internal/require-certificate.ts';

/**
 * Holds back every alert about one certificate until an instant, and then sends them once. Throws `certificate_not_found`, or
 * `invalid_input` for an instant that is over or too far away.
 */
export const snoozeCertificate = async (ctx: OrgContext, { certificateId, until }: SnoozeInput): Promise<void> => {
  requirePermission(ctx, 'notifications/snooze-certificate');
  const now = ctx.clock.now();
  if (until <= now || until > addMs(now, LONGEST_SILENCE_DAYS * DAY_MS)) {
    throw new DomainError('invalid_input', {
      details: [{ path: 'until', message: `Choose an end within the next ${LONGEST_SILENCE_DAYS} days.` }],
    });
  }
  await withTransaction(ctx, 'notifications/snooze-certificate', async (tx, audit) => {
    await requireCertificateForOrg(tx.db, tx.org.id, certificateId);
    await tx.db
      .insert(alertSnoozes)
      .values({ certificateId, orgId: tx.org.id, until })
      .onConflictDoUpdate({ target: alertSnoozes.certificateId, set: { until } });
    await requestReview(tx, tx.org.id);
    audit({ subjectId: certificateId, detail: { until: until.toISOString() } });
  });
};
