import { processes, serviceOperations, services } from '@notafter/db';
import { formatBytes, HOUR_MS, SECOND_MS, type ServiceOperationId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { defineProcess, type End } from '../../steps/define-process.ts';
import { done, type Outcome } from '../../steps/outcome.ts';
import { askProvider, type OperationRun, STARTS_MAX } from '../internal/ask-provider.ts';
import { backupOf } from '../internal/backup-row.ts';
import { beginDeletion } from '../internal/begin-deletion.ts';
import { ended } from '../internal/ended.ts';
import { getServiceOf, recordServiceEvent } from '../internal/service-row.ts';
import { endBackup, takeBackup } from '../internal/take-backup.ts';

/** Backs a service up while it runs. A final backup is followed by the deletion. */
export const backupProcess = defineProcess({
  kind: 'service_backup',
  deadlineSeconds: (6 * HOUR_MS) / SECOND_MS,
  interrupted: 'The backup took too long.',
  startsMax: STARTS_MAX,
  first: 'take_backup',
  steps: { take_backup: (run) => askProvider(run, () => take(run)) },
  ended: (tx, id, end) => endOf(tx, id, end),
});

const take = async (run: OperationRun): Promise<Outcome<never>> => {
  const { id } = await backupOf(run.ctx.db, run.id);
  const store = await takeBackup(run, id);
  return done(async (tx) => {
    await store(tx);
    const [{ bytes }, service] = [await backupOf(tx.db, run.id), await getServiceOf(tx.db, run.id)];
    await recordServiceEvent(tx, service.id, `Backed up: ${formatBytes(bytes ?? 0)} as stored.`);
  });
};

const endOf = async (tx: TransactionContext<SystemContext>, id: ServiceOperationId, end: End): Promise<void> => {
  const [operation] = await tx.db.select().from(serviceOperations).where(eq(serviceOperations.id, id));
  const [before] = await tx.db.select().from(services).where(eq(services.operationId, id));
  const isFinal = operation?.deletesAfter === true;
  await ended(tx, id, end, { failed: isFinal ? 'The final backup failed, so the service was not deleted.' : 'The backup failed.' });
  if (operation?.backupId != null && end.state !== 'completed') {
    const failure = end.state === 'cancelled' ? 'It was cancelled.' : end.error;
    await endBackup(tx.db, operation.backupId, { state: 'failed', failure, finishedAt: tx.clock.now() });
  }
  // Before it ended, a deletion may have taken its place.
  if (!isFinal || end.state !== 'completed' || before === undefined) return;
  if (before.isProtected) return recordServiceEvent(tx, before.id, 'Not deleted: termination protection was switched on.');
  const [process] = await tx.db.select({ startedBy: processes.startedBy }).from(processes).where(eq(processes.id, id));
  await beginDeletion(tx, { ...before, operationId: null }, process?.startedBy ?? null);
  await recordServiceEvent(tx, before.id, 'Deletion began.');
};
