import { type Database, processes, type Transaction } from '@notafter/db';
import { type JobId, SECOND_MS } from '@notafter/domain';
import { and, eq, type SQL, sql } from 'drizzle-orm';

/** Shorter than the silence after which the queue gives the job of a dead worker to another one. */
export const LEASE_MS = 15 * SECOND_MS;
const BACKOFF_MAX_SECONDS = 60;

const lease = sql`${LEASE_MS} * interval '1 millisecond'`;
/** A lease that ends later than any worker could set was set by a clock that has gone back since. */
export const isFree = sql`(${processes.leaseUntil} is null or ${processes.leaseUntil} <= now() or ${processes.leaseUntil} > now() + 4 * ${lease})`;
export const isDue = sql`(${processes.runAt} <= now() or ${processes.scheduledAt} > now())`;
/** Jobs start at a millisecond: what they find due must not lie within it. */
export const instantOf = (at: SQL): SQL => sql`date_trunc('milliseconds', ${at})`;
/** Written as the lease is taken, so a worker that dies has backed off. */
export const backoff = (tries: SQL): SQL => sql`least(power(2, ${tries}), ${BACKOFF_MAX_SECONDS}) * interval '1 second'`;

/** A worker's hold on a process. */
export interface Lease {
  readonly id: JobId;
  readonly generation: number;
}

/** The process as the worker that holds it sees it before a step. */
export const turnColumns = {
  orgId: processes.orgId,
  parentId: processes.parentId,
  subject: processes.subject,
  step: processes.step,
  tries: processes.tries,
  wakes: processes.wakes,
  generation: processes.generation,
  ending: processes.ending,
  error: processes.error,
  spentMs: processes.spentMs,
  stepMs: sql<number>`extract(epoch from clock_timestamp() - ${processes.stepSince})::float8 * 1000`,
  isLate: sql<boolean>`${processes.deadlineAt} <= now()`,
  isCancelRequested: sql<boolean>`${processes.cancelRequestedAt} is not null and ${processes.ending} is null`,
};
export type Turn = Pick<
  typeof processes.$inferSelect,
  'orgId' | 'parentId' | 'subject' | 'step' | 'tries' | 'wakes' | 'generation' | 'ending' | 'error' | 'spentMs'
> & { readonly stepMs: number; readonly isLate: boolean; readonly isCancelRequested: boolean };

/** Takes a process that is due and free; null if it is not. Waits for what its last worker is about to commit. */
export const takeLease = async (db: Database, id: JobId): Promise<Turn | null> => {
  const [turn] = await db
    .update(processes)
    .set({
      leaseUntil: sql`now() + ${lease}`,
      generation: sql`${processes.generation} + 1`,
      tries: sql`${processes.tries} + 1`,
      runAt: instantOf(sql`now() + ${backoff(sql`${processes.tries} + 1`)}`),
      scheduledAt: sql`now()`,
    })
    .where(
      sql`${processes.id} = (select id from ${processes} where ${processes.id} = ${id} and ${processes.state} = 'running' and ${isDue} and ${isFree} for update)`,
    )
    .returning(turnColumns);
  return turn ?? null;
};

const isHeld = ({ id, generation }: Lease): SQL | undefined =>
  and(eq(processes.id, id), eq(processes.generation, generation), eq(processes.state, 'running'));

export interface Renewal {
  readonly isLate: boolean;
  readonly isCancelRequested: boolean;
}

/** Null: the process is over or another worker has it. */
export const renewLease = async (db: Database, held: Lease, workedMs: number): Promise<Renewal | null> => {
  const { isLate, isCancelRequested } = turnColumns;
  const [renewed] = await db
    .update(processes)
    .set({ leaseUntil: sql`now() + ${lease}`, spentMs: sql`${processes.spentMs} + ${workedMs}` })
    .where(isHeld(held))
    .returning({ isLate, isCancelRequested });
  return renewed ?? null;
};

/** The process is over or another worker has it: what this one does no longer counts. */
export class LeaseLost extends Error {}

/** Keeps a process as it is until the commit. Several writers may hold it for `key share`, one alone for `update`. Throws `LeaseLost`. */
export const holdLease = async (db: Transaction, held: Lease, strength: 'key share' | 'update'): Promise<Turn> => {
  const [turn] = await db.select(turnColumns).from(processes).where(isHeld(held)).for(strength);
  if (turn === undefined) throw new LeaseLost('The process is over, or another worker has it.');
  return turn;
};
