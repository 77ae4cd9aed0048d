import { serviceBackups, serviceOperations } from '@notafter/db';
import { HOUR_MS, ProviderError, SECOND_MS, type ServiceOperationId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { defineProcess, type End } from '../../steps/define-process.ts';
import { done, hop, nap, type Outcome } from '../../steps/outcome.ts';
import { askProvider, type OperationRun, STARTS_MAX, waitFor } from '../internal/ask-provider.ts';
import { backupOf, backupPassword, originOf, storedBackup } from '../internal/backup-row.ts';
import { beginCharge, endCharge } from '../internal/charges.ts';
import { ended } from '../internal/ended.ts';
import { removeInstance } from '../internal/remove-instance.ts';
import { getServiceOf, recordServiceEvent, type ServiceRow, seenWell, updateServiceOf } from '../internal/service-row.ts';
import { openServiceSecret, sealServiceSecret } from '../internal/service-secrets.ts';
import { driverOf, specOf } from '../internal/spec.ts';
import { endBackup, giveUpInTime, takeBackup } from '../internal/take-backup.ts';
import { waitForEngine } from '../internal/wait-for-engine.ts';
import { goingLive, prepare } from './deployment.ts';
import { promoted, provePassword, setPassword } from './rotation.ts';

const LOOK_SECONDS = 2;

/**
 * Brings the data of a backup into a new service, or into its own service instead of the present data. The backup is read to its
 * end and verified before anything is removed. The engine then has the password of that time, and gets the one of the service.
 */
export const restoreProcess = defineProcess({
  kind: 'service_restore',
  deadlineSeconds: (12 * HOUR_MS) / SECOND_MS,
  interrupted: 'The restore took too long.',
  startsMax: STARTS_MAX,
  first: 'back_up_first',
  undo: 'give_up',
  steps: {
    back_up_first: (run) => askProvider(run, () => backUpFirst(run)),
    verify_backup: (run) => askProvider(run, () => verify(run)),
    remove_instance: (run) => askProvider(run, async () => ((await removeInstance(run)) ? adoptPassword(run) : nap(LOOK_SECONDS))),
    prepare: (run) => askProvider(run, () => prepare(run)),
    create_instance: (run) => askProvider(run, () => createInstance(run)),
    wait_for_engine: (run) =>
      askProvider(run, () =>
        waitForEngine(run, async ({ instance: { host, size }, version, fingerprint256 }) => {
          const { nextPasswordSealed } = await getServiceOf(run.ctx.db, run.id);
          return hop(nextPasswordSealed === null ? 'finish' : 'set_password', ({ db }) =>
            updateServiceOf(db, run.id, { host, size, version, servedFingerprint256: fingerprint256, lastAnswer: null }),
          );
        }),
      ),
    set_password: (run) => askProvider(run, () => setPassword(run)),
    prove_password: (run) =>
      askProvider(run, () => provePassword(run, (row) => hop('finish', (tx) => updateServiceOf(tx.db, run.id, promoted(tx, row))))),
    finish: (run) => finish(run),
    give_up: (run) => giveUp(run),
  },
  ended: (tx, id, end) => endOf(tx, id, end),
});

/** A service that ran before is restored in place. */
const isInPlace = ({ runningSince }: ServiceRow): boolean => runningSince !== null;

const backUpFirst = async (run: OperationRun): Promise<Outcome<'verify_backup'>> => {
  const [operation] = await run.ctx.db.select().from(serviceOperations).where(eq(serviceOperations.id, run.id));
  if (operation?.copyId == null) return hop('verify_backup');
  try {
    const store = await takeBackup(run, operation.copyId);
    return hop('verify_backup', store);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.passes) throw error;
    throw new ProviderError('invalid', `The present data could not be backed up first, so nothing was changed. ${error.message}`, {
      cause: error,
    });
  }
};

const verify = async (run: OperationRun): Promise<Outcome<'remove_instance' | 'prepare'>> => {
  const { ctx, id, signal } = run;
  const row = await getServiceOf(ctx.db, id);
  try {
    await ctx.gateways.services.backups.verify(storedBackup(ctx, await backupOf(ctx.db, id)), signal);
  } catch (error) {
    throw giveUpInTime(run, error);
  }
  return hop(isInPlace(row) ? 'remove_instance' : 'prepare', ({ db }) => updateServiceOf(db, id, { lastAnswer: null }));
};

/** From here on the password in force is that of the backup, and the service's own comes next. */
const adoptPassword = async ({ ctx, id }: OperationRun): Promise<Outcome<'create_instance'>> => {
  const row = await getServiceOf(ctx.db, id);
  const ofBackup = backupPassword(ctx, await backupOf(ctx.db, id));
  const own = openServiceSecret(ctx.auth, row.id, 'password', row.nextPasswordSealed ?? row.passwordSealed);
  return hop('create_instance', ({ db, auth }) =>
    updateServiceOf(db, id, {
      passwordSealed: sealServiceSecret(auth, row.id, 'password', ofBackup),
      nextPasswordSealed: own === ofBackup ? null : sealServiceSecret(auth, row.id, 'password', own),
    }),
  );
};

const createInstance = async (run: OperationRun): Promise<Outcome<'prepare' | 'wait_for_engine'>> => {
  const { ctx, id, signal } = run;
  const row = await getServiceOf(ctx.db, id);
  const backup = await backupOf(ctx.db, id);
  const origin = originOf(ctx, backup);
  try {
    await (await driverOf(ctx, row)).create(await specOf(ctx, row), signal, origin);
  } catch (error) {
    // Clients of a service that ran know its ports.
    if (error instanceof ProviderError && error.fault === 'port_taken' && !isInPlace(row)) return hop('prepare');
    throw giveUpInTime(run, error);
  }
  return hop('wait_for_engine', async (tx) => {
    await updateServiceOf(tx.db, id, { lastAnswer: null });
    await beginCharge(tx, row.id, row.plan);
  });
};

const finish = async (run: OperationRun): Promise<Outcome<never>> => {
  const { ctx, id } = run;
  const row = await getServiceOf(ctx.db, id);
  const { host, ports } = row;
  if (host === null) throw new Error('A restored service has an address.');
  const { takenAt } = await backupOf(ctx.db, id);
  const goLive = isInPlace(row) ? null : await goingLive(ctx, row, { host, ports });
  return done(async (tx) => {
    await updateServiceOf(tx.db, id, seenWell(tx));
    await recordServiceEvent(tx, row.id, `Restored from the backup of ${takenAt.toISOString()}.`);
    await goLive?.(tx);
  });
};

/** A new service leaves nothing behind. One that ran before keeps what it has: it can be restored again. */
const giveUp = async (run: OperationRun): Promise<Outcome<never>> => {
  const row = await getServiceOf(run.ctx.db, run.id);
  if (isInPlace(row)) return done();
  if (await removeInstance(run)) return done((tx) => endCharge(tx, row.id));
  return waitFor(run, LOOK_SECONDS, 'The instance is being removed.');
};

const endOf = async (tx: TransactionContext<SystemContext>, id: ServiceOperationId, end: End): Promise<void> => {
  await ended(tx, id, end, { failed: 'The restore failed.', deletesIfCancelled: true });
  const [operation] = await tx.db
    .select({ copyId: serviceBackups.id })
    .from(serviceOperations)
    .innerJoin(serviceBackups, eq(serviceBackups.id, serviceOperations.copyId))
    .where(eq(serviceOperations.id, id));
  const failure = end.error ?? 'The restore ended before it.';
  if (operation !== undefined) await endBackup(tx.db, operation.copyId, { state: 'failed', failure, finishedAt: tx.clock.now() });
};
