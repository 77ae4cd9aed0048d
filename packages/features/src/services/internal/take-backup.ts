import { serviceBackups, type Transaction } from '@notafter/db';
import { MINUTE_MS, type NewBackup, ProviderError, type ServiceBackupId } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import type { Write } from '../../steps/outcome.ts';
import type { OperationRun } from './ask-provider.ts';
import { newBackupKey } from './backup-row.ts';
import { getServiceOf } from './service-row.ts';
import { accessOf, driverOf, tagOf } from './spec.ts';

/** A refusal that passes by itself is tried again for so long; the service is busy meanwhile. */
const RETRY_MS = 10 * MINUTE_MS;

/** Refusals that pass are repeated for ten minutes, then they are failures. */
export const giveUpInTime = (run: OperationRun, error: unknown): unknown =>
  error instanceof ProviderError && error.passes && run.stepMs() > RETRY_MS
    ? new ProviderError('invalid', error.message, { cause: error })
    : error;

/**
 * Copies the engine into the store; returns what marks the backup as good, to be written with the outcome of the step. Until then it
 * is not good, even if the store has it: the next try replaces it there, under another key.
 */
export const takeBackup = async (run: OperationRun, id: ServiceBackupId): Promise<Write> => {
  const { ctx, signal } = run;
  const row = await getServiceOf(ctx.db, run.id);
  const [backup] = await ctx.db.select().from(serviceBackups).where(eq(serviceBackups.id, id));
  if (backup === undefined) throw new ProviderError('not_found', 'The backup was removed meanwhile.');
  const { host, ports } = row;
  if (host === null) throw new ProviderError('invalid', 'Only a service that runs can be backed up.');
  try {
    const access = await accessOf(ctx, row, { host, ports });
    const driver = await driverOf(ctx, row);
    const tag = await tagOf(ctx, row);
    const instance = await driver.observe(tag, signal);
    if (instance === null) throw new ProviderError('invalid', 'The instance no longer exists on the cloud.');
    const { object } = backup;
    const copyData: NewBackup['copyData'] = (terms, limit) => driver.copyData(tag, terms, limit);
    const wanted = { access, copyData, object, ...newBackupKey(ctx, backup, row) };
    const { bytes, contents } = await ctx.gateways.services.backups.take(wanted, signal);
    return ({ db, clock }) => endBackup(db, id, { state: 'ok', takenFrom: instance.by, bytes, contents, finishedAt: clock.now() });
  } catch (error) {
    throw giveUpInTime(run, error);
  }
};

type End = Pick<typeof serviceBackups.$inferInsert, 'state' | 'takenFrom' | 'bytes' | 'contents' | 'failure' | 'finishedAt'>;

/** Ends a backup that runs; one that is over stays as it is. */
export const endBackup = async (db: Transaction, id: ServiceBackupId, end: End): Promise<void> => {
  await db
    .update(serviceBackups)
    .set(end)
    .where(and(eq(serviceBackups.id, id), eq(serviceBackups.state, 'running')));
};
