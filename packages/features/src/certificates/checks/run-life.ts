import { certificateImports, checkRuns, type Executor, type Transaction } from '@notafter/db';
import { addMs, type CertificateImportId, type CheckRunId, DAY_MS, HOUR_MS, type OrganizationId } from '@notafter/domain';
import { and, eq, isNull, lt, or, type SQL } from 'drizzle-orm';

/** A run shows life every second and its job is tried again within minutes; a continuation may wait behind the runs of others. */
const LOST_AFTER_MS = HOUR_MS;
/** One that no worker has begun with waits behind others. */
const FORGOTTEN_AFTER_MS = DAY_MS;

export const CHECK_INTERRUPTED = 'The check was interrupted. Start it again.';
export const IMPORT_INTERRUPTED = 'The import was interrupted. Import the skipped lines again.';

type Runs = typeof checkRuns | typeof certificateImports;

const isRunning = (runs: Runs, id: CheckRunId | CertificateImportId): SQL | undefined => and(eq(runs.id, id), eq(runs.status, 'running'));

/** Shows that a worker is on a run; false if it is over. */
export const beat = async (db: Executor, runs: Runs, id: CheckRunId | CertificateImportId, now: Date): Promise<boolean> => {
  const held = await db.update(runs).set({ heartbeatAt: now }).where(isRunning(runs, id)).returning({ id: runs.id });
  return held.length > 0;
};

/**
 * Ends a run that is still under way, for the reason `error`. What was done stays; its worker can write nothing more and leaves
 * within a second. False if it was over.
 */
export const endEarly = async (
  db: Transaction,
  runs: Runs,
  id: CheckRunId | CertificateImportId,
  error: string,
  now: Date,
): Promise<boolean> => {
  const ended = await db
    .update(runs)
    .set({ status: 'failed', error, finishedAt: now })
    .where(isRunning(runs, id))
    .returning({ id: runs.id });
  return ended.length > 0;
};

const isLost = (runs: Runs, now: Date): SQL | undefined =>
  and(
    eq(runs.status, 'running'),
    or(
      lt(runs.heartbeatAt, addMs(now, -LOST_AFTER_MS)),
      and(isNull(runs.heartbeatAt), lt(runs.createdAt, addMs(now, -FORGOTTEN_AFTER_MS))),
    ),
  );

/** Ends check runs and imports that no worker is on any more; of one organization if `orgId` is given. */
export const endLostRuns = async (db: Transaction, now: Date, orgId?: OrganizationId): Promise<void> => {
  for (const [runs, error] of [
    [checkRuns, CHECK_INTERRUPTED],
    [certificateImports, IMPORT_INTERRUPTED],
  ] as const) {
    await db
      .update(runs)
      .set({ status: 'failed', error, finishedAt: now })
      .where(and(orgId === undefined ? undefined : eq(runs.orgId, orgId), isLost(runs, now)));
  }
};
