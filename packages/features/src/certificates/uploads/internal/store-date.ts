import { certificateHistory, certificates, newId } from '@notafter/db';
import type { CertificateId, HistoryAction } from '@notafter/domain';
import { eq, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';
import { recordCheckAlerts } from '../../../notifications/ledger/record-check-alerts.ts';

interface StoredDate {
  readonly id: CertificateId;
  readonly issuer: string | null;
  readonly expiresAt: Date;
  /** Null: the date is the one before. */
  readonly action: Exclude<HistoryAction, 'checked'> | null;
}

/** Stores a date with its history, and updates its alerts. The caller holds the row. */
export const storeDate = async (
  ctx: Pick<TransactionContext<SystemContext>, 'db' | 'clock' | 'config'>,
  { id, issuer, expiresAt, action }: StoredDate,
): Promise<void> => {
  const now = ctx.clock.now();
  await ctx.db
    .update(certificates)
    .set({
      ...{ issuer, notAfter: expiresAt, updatedAt: now },
      ...(action === null ? {} : { expirySequence: sql`${certificates.expirySequence} + 1` }),
    })
    .where(eq(certificates.id, id));
  if (action === null) return;
  const entry = { certificateId: id, action, recordedAt: now, issuer: issuer ?? '', notAfter: expiresAt, fingerprint256: '' };
  await ctx.db.insert(certificateHistory).values({ id: newId<'history-entry'>(), ...entry });
  await recordCheckAlerts(ctx, [{ id, fingerprint256: null, wasFailing: false, isOtherAddress: false, isExpected: true }]);
};
