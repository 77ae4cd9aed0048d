import { processes } from '@notafter/db';
import { and, eq, sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { isFree } from './internal/lease.ts';
import { enqueueAlarm } from './process-jobs.ts';

/** A process that is due for less has a job on its way. */
const GRACE_SECONDS = 30;

/**
 * Enqueues a job for each process that is due and that no worker has: its job was lost, or its worker died. Those whose job waits
 * in the queue keep that one. Returns how many there were.
 */
export const enqueueDueProcesses = useCase({
  name: 'steps/enqueue-due-processes',
  access: 'system',
})(
  (ctx): Promise<number> =>
    withTransaction(ctx, async (tx) => {
      const overdue = sql`(${processes.runAt} <= now() - ${GRACE_SECONDS} * interval '1 second' or ${processes.scheduledAt} > now())`;
      const due = await tx.db
        .select({ id: processes.id, orgId: processes.orgId, kind: processes.kind, wakes: processes.wakes })
        .from(processes)
        .where(and(eq(processes.state, 'running'), overdue, isFree));
      for (const one of due) await enqueueAlarm(tx, one);
      return due.length;
    }),
);
