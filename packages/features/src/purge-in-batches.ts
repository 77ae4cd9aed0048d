import type { Database } from '@notafter/db';
import { type SQL, sql } from 'drizzle-orm';

/** Rows that one statement deletes, so that none exceeds the statement timeout. */
export const PURGED_AT_ONCE = 10_000;

/** Runs `parts`, a WITH list whose `purged` has at most `PURGED_AT_ONCE` deleted rows, until it has fewer. */
export const purgeInBatches = async (db: Database, parts: SQL): Promise<void> => {
  for (;;) {
    const [row] = await db.execute<{ count: number }>(sql`with ${parts} select count(*)::int as count from purged`);
    if ((row?.count ?? 0) < PURGED_AT_ONCE) return;
  }
};
