import { processes, type Transaction } from '@notafter/db';
import type { JobId } from '@notafter/domain';
import { eq, type SQL, sql } from 'drizzle-orm';

const store = async (db: Transaction, id: JobId, done: SQL): Promise<void> => {
  // A step that gets further has its tries back.
  await db
    .update(processes)
    .set({ done, tries: sql`case when ${processes.done} < ${done} then least(${processes.tries}, 1) else ${processes.tries} end` })
    .where(eq(processes.id, id));
};

/** Counts what a step got done, with what it wrote. Progress gives the step its tries back. */
export const advance = (db: Transaction, id: JobId, by: number): Promise<void> => store(db, id, sql`${processes.done} + ${by}`);

/** The same up to a figure; never back. */
export const advanceTo = (db: Transaction, id: JobId, done: number): Promise<void> =>
  store(db, id, sql`greatest(${processes.done}, ${done})`);
