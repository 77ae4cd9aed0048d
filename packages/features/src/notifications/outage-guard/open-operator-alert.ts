import { newId, operatorAlerts, type Transaction } from '@notafter/db';
import type { SystemContext } from '../../context.ts';
import { sendOperatorAlertJob } from '../ledger/internal/alert-jobs.ts';

interface OperatorAlertContext extends Pick<SystemContext, 'jobs' | 'clock' | 'config'> {
  readonly db: Transaction;
}

/** Opens an alert to the people who run the installation, and mails it to each. Returns false if one of its kind has to close first. */
export const openOperatorAlert = async (
  tx: OperatorAlertContext,
  { kind, detail }: Pick<typeof operatorAlerts.$inferInsert, 'kind' | 'detail'>,
): Promise<boolean> => {
  const [alert] = await tx.db
    .insert(operatorAlerts)
    .values({ id: newId<'operator-alert'>(), kind, detail, openedAt: tx.clock.now() })
    .onConflictDoNothing()
    .returning({ id: operatorAlerts.id });
  if (alert === undefined) return false;
  for (const to of tx.config.platformAdminEmails) await tx.jobs.enqueue(tx.db, sendOperatorAlertJob, { operatorAlertId: alert.id, to });
  return true;
};
