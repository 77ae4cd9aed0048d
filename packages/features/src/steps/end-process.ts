import { type Executor, processes, type Transaction } from '@notafter/db';
import type { JobId, JobIds, JobType } from '@notafter/domain';
import { and, eq, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../context.ts';
import type { End, Endable } from './define-process.ts';
import { enqueueAlarm } from './process-jobs.ts';

type Tx = TransactionContext<SystemContext>;

const isRunning = (id: JobId) => and(eq(processes.id, id), eq(processes.state, 'running'));

/** Ending a child locks its parent before the child, as ending a parent does. */
export const lockParent = async (db: Transaction, parentId: JobId | null): Promise<void> => {
  if (parentId !== null) await db.select({ id: processes.id }).from(processes).where(eq(processes.id, parentId)).for('no key update');
};

/** Runs a process now that naps or backs off. One that runs now runs its step once more before it naps. */
export const wakeProcess = async (tx: Tx, id: JobId): Promise<void> => {
  const [woken] = await tx.db
    .update(processes)
    .set({ wakes: sql`${processes.wakes} + 1`, runAt: sql`date_trunc('milliseconds', now())`, scheduledAt: sql`now()` })
    .where(isRunning(id))
    .returning({ id: processes.id, orgId: processes.orgId, kind: processes.kind, wakes: processes.wakes });
  if (woken !== undefined) await enqueueAlarm(tx, woken);
};

export interface Child {
  readonly id: JobId;
  readonly kind: JobType;
  readonly state: (typeof processes.$inferSelect)['state'];
  readonly error: string | null;
}

/** The processes that this one started. The last of them to end wakes it. */
export const listChildren = (db: Executor, id: JobId): Promise<Child[]> =>
  db
    .select({ id: processes.id, kind: processes.kind, state: processes.state, error: processes.error })
    .from(processes)
    .where(eq(processes.parentId, id))
    .orderBy(processes.id);

/** Ends a process that the caller has locked for `update`, after its parent. Its children are cancelled; the last child wakes its parent. */
export const endProcess = async <Kind extends JobType>(
  tx: Tx,
  kind: Endable<Kind>,
  id: JobIds[Kind],
  { state, error }: End,
): Promise<void> => {
  const [ended] = await tx.db
    .update(processes)
    .set({ state, error, leaseUntil: null, generation: sql`${processes.generation} + 1`, finishedAt: tx.clock.now() })
    .where(isRunning(id))
    .returning({ parentId: processes.parentId });
  if (ended === undefined) throw new Error('Only a running process can end.');
  await kind.ended?.(tx, id, { state, error });
  for (const child of await listChildren(tx.db, id)) {
    const childKind = kind.children?.find((one) => one.kind === child.kind);
    if (child.state === 'running' && childKind !== undefined) await cancelLocked(tx, childKind, child.id);
  }
  if (ended.parentId === null) return;
  const siblings = await listChildren(tx.db, ended.parentId);
  if (siblings.every((one) => one.state !== 'running')) await wakeProcess(tx, ended.parentId);
};

const cancelLocked = async <Kind extends JobType>(tx: Tx, kind: Endable<Kind>, id: JobIds[Kind]): Promise<boolean> => {
  const [found] = await tx.db.select({ ending: processes.ending }).from(processes).where(isRunning(id)).for('update');
  if (found === undefined) return false;
  if (kind.undo === undefined) await endProcess(tx, kind, id, { state: 'cancelled', error: null });
  else if (found.ending === null) {
    await tx.db
      .update(processes)
      .set({ cancelRequestedAt: sql`coalesce(${processes.cancelRequestedAt}, now())` })
      .where(eq(processes.id, id));
    await wakeProcess(tx, id);
  }
  return true;
};

/**
 * Ends a running process at once, without the steps that would undo what it did: `takeOver` hands that to another process, and runs
 * while this one is locked. Its worker can write nothing more and leaves within a second.
 */
export const stopProcess = async <Kind extends JobType>(
  tx: Tx,
  kind: Endable<Kind>,
  id: JobIds[Kind],
  takeOver: () => Promise<void>,
): Promise<void> => {
  const [found] = await tx.db.select({ id: processes.id }).from(processes).where(isRunning(id)).for('update');
  await takeOver();
  if (found !== undefined) await endProcess(tx, kind, id, { state: 'cancelled', error: null });
};

/**
 * Cancels a running process: at once, or by way of the steps that undo what it did. Its worker can write nothing more of an ended
 * one and leaves within a second. False if it was over.
 */
export const cancelProcess = async <Kind extends JobType>(tx: Tx, kind: Endable<Kind>, id: JobIds[Kind]): Promise<boolean> => {
  const [row] = await tx.db.select({ parentId: processes.parentId }).from(processes).where(eq(processes.id, id));
  await lockParent(tx.db, row?.parentId ?? null);
  return cancelLocked(tx, kind, id);
};
