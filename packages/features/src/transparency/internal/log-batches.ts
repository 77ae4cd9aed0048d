import { type StoredGap, transparencyLogs } from '@notafter/db';
import type { FollowRequest, LogCursor, LoggedIssuance } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type IssuanceAt, recordIssuances } from '../record-issuances.ts';
import { plusBytes } from './day-budget.ts';

/** Another worker read on since: its entries are stored already. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

const issuanceAt = (log: string, entry: LoggedIssuance): IssuanceAt => ({
  issuance: entry,
  at: {
    source: 'log',
    log,
    index: entry.index,
    loggedAt: entry.loggedAt === null ? null : new Date(entry.loggedAt).toISOString(),
    isPrecertificate: entry.isPrecertificate,
  },
});

/** The batches of one run over a log. */
export interface LogBatches {
  /** Bytes of all batches, and of those that were stored and counted. */
  readonly received: number;
  readonly counted: number;
  readonly store: FollowRequest['onBatch'];
}

interface LogRun {
  readonly id: string;
  /** Where the run starts. */
  readonly cursor: LogCursor | null;
  readonly day: string;
  /** The entries that the run skips; null for a run that reads on. */
  readonly gap: StoredGap | null;
}

/** Stores what concerns a watched domain in the transaction that stores how far the log was read. Storing throws OvertakenError. */
export const createLogBatches = (ctx: SystemContext, { id, cursor: start, day, gap }: LogRun): LogBatches => {
  let stored = start;
  let received = 0;
  let counted = 0;
  return {
    get received() {
      return received;
    },
    get counted() {
      return counted;
    },
    async store({ cursor, entries, bytes }) {
      received += bytes;
      await withTransaction(ctx, async (tx) => {
        const [held] = await tx.db
          .select({ cursor: transparencyLogs.cursor })
          .from(transparencyLogs)
          .where(eq(transparencyLogs.id, id))
          .for('update');
        if ((held?.cursor?.size ?? 0) !== (stored?.size ?? 0)) throw new OvertakenError('Another worker follows this log.');
        await recordIssuances(
          tx,
          entries.map((entry) => issuanceAt(id, entry)),
        );
        const entriesSkipped = cursor.size - (start?.size ?? 0);
        const closed = gap === null ? {} : { gap: { ...gap, until: tx.clock.now().toISOString(), entries: entriesSkipped } };
        await tx.db
          .update(transparencyLogs)
          .set({ cursor, ...closed, ...plusBytes(day, bytes) })
          .where(eq(transparencyLogs.id, id));
      });
      stored = cursor;
      counted += bytes;
    },
  };
};
