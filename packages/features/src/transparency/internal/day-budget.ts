import { type Database, type Executor, transparencyLogs } from '@notafter/db';
import { eq, sql } from 'drizzle-orm';

/** Bytes that may still be received on a day in UTC over all logs. */
export const budgetLeft = async (db: Database, bytesPerDay: number, day: string): Promise<number> => {
  const [row] = await db
    .select({ used: sql<number>`coalesce(sum(${transparencyLogs.dayBytes}), 0)::float8` })
    .from(transparencyLogs)
    .where(eq(transparencyLogs.day, day));
  return bytesPerDay - (row?.used ?? 0);
};

/** Columns to set when so many bytes were received on a day. */
export const plusBytes = (day: string, bytes: number) => ({
  day,
  dayBytes: sql`case when ${transparencyLogs.day} = ${day} then ${transparencyLogs.dayBytes} else 0 end + ${bytes}`,
});

/** Counts what a log sent. */
export const countBytes = async (db: Executor, log: string, day: string, bytes: number): Promise<void> => {
  await db.update(transparencyLogs).set(plusBytes(day, bytes)).where(eq(transparencyLogs.id, log));
};
