import type { Database } from '@notafter/db';

/** Ages every process: its nap, lease and deadline are on the clock of the database, which no test can move. */
export const passTime = async (db: Database, ms: number): Promise<void> => {
  await db.$client.unsafe(
    `update processes set run_at = run_at - $1 * interval '1 ms', scheduled_at = scheduled_at - $1 * interval '1 ms',
       lease_until = lease_until - $1 * interval '1 ms', deadline_at = deadline_at - $1 * interval '1 ms'`,
    [ms],
  );
};
