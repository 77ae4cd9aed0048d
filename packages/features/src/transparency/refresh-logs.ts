import { transparencyLists, transparencyLogs } from '@notafter/db';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { endSilence } from './internal/report-silence.ts';
import { isFollowed, logName, storedLogOf } from './internal/stored-log.ts';

/**
 * Job: takes over the logs of the log list. A list that can't be used changes nothing but the problem that `getSources` shows. A log that a
 * new list does not name is not followed any more: it keeps how far it was read, and the notice that it gives nothing ends.
 */
export const refreshLogs = useCase({
  name: 'transparency/refresh-logs',
  access: 'system',
})(async (ctx, _payload: object = {}, { signal = AbortSignal.timeout(120_000) }: { readonly signal?: AbortSignal } = {}): Promise<void> => {
  const reading = await ctx.gateways.transparency.readLogList(signal);
  await withTransaction(ctx, async (tx) => {
    const askedAt = tx.clock.now();
    const { problem, listedAt } = reading;
    await tx.db
      .insert(transparencyLists)
      .values({ askedAt, problem, listedAt })
      .onConflictDoUpdate({ target: transparencyLists.one, set: { askedAt, problem, ...(reading.logs === null ? {} : { listedAt }) } });
    if (reading.logs === null || reading.logs.length === 0) return;
    await tx.db
      .insert(transparencyLogs)
      .values(reading.logs.map((log) => ({ id: log.id, log: storedLogOf(log), nextAt: askedAt })))
      .onConflictDoUpdate({ target: transparencyLogs.id, set: { log: sql`excluded.log`, isListed: true } });
    const listed = reading.logs.map(({ id }) => id);
    const gone = await tx.db
      .update(transparencyLogs)
      .set({ isListed: false })
      .where(and(notInArray(transparencyLogs.id, listed), eq(transparencyLogs.isListed, true)))
      .returning({ log: transparencyLogs.log });
    const retired = reading.logs.filter((log) => !isFollowed(log, askedAt));
    await endSilence(tx, [...gone.map(({ log }) => logName(log)), ...retired.map(logName)]);
  });
});
