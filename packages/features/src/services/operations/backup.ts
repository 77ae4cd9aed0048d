import { processes, serviceOperations, services } from '@notafter/db';
import { backupHolds, formatBytes, HOUR_MS, hasBackups, MINUTE_MS, SECOND_MS, type ServiceOperationId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { defineProcess, type End } from '../../steps/define-process.ts';
import { done, hop, type Outcome, type Write } from '../../steps/outcome.ts';
import { askProvider, type OperationRun, STARTS_MAX, waitFor } from '../internal/ask-provider.ts';
import { backupOf } from '../internal/backup-row.ts';
import { beginDeletion } from '../internal/begin-deletion.ts';
import { ended } from '../internal/ended.ts';
import { getServiceOf, recordServiceEvent } from '../internal/service-row.ts';
import { accessOf, driverOf, tagOf } from '../internal/spec.ts';
import { endBackup, takeBackup } from '../internal/take-backup.ts';

const LOOK_SECONDS = 1;
const START_MS = 5 * MINUTE_MS;

/** Backs a service up while it runs. A final backup is followed by the deletion. */
export const backupProcess = defineProcess({
  kind: 'service_backup',
  deadlineSeconds: (6 * HOUR_MS) / SECOND_MS,
  interrupted: 'The backup took too long.',
  startsMax: STARTS_MAX,
  first: 'take_backup',
  steps: {
    take_backup: (run) => askProvider(run, () => take(run)),
    wait_for_engine: (run) => askProvider(run, () => awaitEngine(run)),
  },
  ended: (tx, id, end) => endOf(tx, id, end),
});

const take = async (run: OperationRun): Promise<Outcome<'wait_for_engine'>> => {
  const { id, cause } = await backupOf(run.ctx.db, run.id);
  const { solution } = await getServiceOf(run.ctx.db, run.id);
  const store = await takeBackup(run, id);
  const storeAndSay: Write = async (tx) => {
    await store(tx);
    const [{ bytes }, service] = [await backupOf(tx.db, run.id), await getServiceOf(tx.db, run.id)];
    await recordServiceEvent(tx, service.id, `Backed up: ${formatBytes(bytes ?? 0)} as stored.`);
  };
  const isStarting = hasBackups(solution) && backupHolds[solution] === 'restart' && cause !== 'deletion';
  return isStarting ? hop('wait_for_engine', storeAndSay) : done(storeAndSay);
};

/** The service is busy until its engine, which was stopped for the copy, serves clients again. The backup is good either way. */
const awaitEngine = async (run: OperationRun): Promise<Outcome<never>> => {
  const { ctx, id, signal, stepMs } = run;
  // From here on it is a problem of the service, which the looks report.
  if (stepMs() > START_MS) return done();
  const row = await getServiceOf(ctx.db, id);
  const instance = await (await driverOf(ctx, row)).observe(await tagOf(ctx, row), signal);
  if (instance?.host == null) return done();
  const { host, ports } = instance;
  const signIn = await ctx.gateways.services.engines.signIn(await accessOf(ctx, row, { host, ports }), signal);
  return signIn.result === 'signed_in' ? done() : waitFor(run, LOOK_SECONDS, signIn.reason);
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
