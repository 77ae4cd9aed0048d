import type { Executor, Transaction } from '@notafter/db';
import type { CertificateId } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { notify } from '../../delivery/notify.ts';
import { type NewAlert, raiseAlerts } from './raise-alerts.ts';

/** Certificates locked at once: few enough that checks of them rarely wait. */
export const BATCH = 200;

interface Raising {
  /** The next certificates after an id that may need an alert, in order of their ids, at most `BATCH`. */
  readonly list: (after: CertificateId | null) => Promise<readonly CertificateId[]>;
  /** Locks them and decides. */
  readonly decide: (db: Transaction, ids: readonly CertificateId[]) => Promise<readonly NewAlert[]>;
}

/** Raises alerts for all that `list` finds, a batch per transaction; returns how many. */
export const raiseInBatches = async (ctx: SystemContext, { list, decide }: Raising, signal?: AbortSignal): Promise<number> => {
  let raised = 0;
  let after: CertificateId | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const ids: readonly CertificateId[] = await list(after);
    const last = ids.at(-1);
    if (last === undefined) return raised;
    after = last;
    raised += await withTransaction(ctx, async (tx) => {
      const alerted = await raiseAlerts(tx, await decide(tx.db, ids));
      await notify(tx, { raised: alerted, ended: [] });
      return alerted.length;
    });
  }
};

/**
 * Has endpoints checked now that `unseen` selects (as `schedule.certificate_id`, of `check_schedule as schedule`): only a check knows
 * whether the certificate was renewed. Endpoints that cannot be reached have their own turn and their own alert.
 */
export const expediteChecks = async (db: Executor, unseen: SQL, now: Date): Promise<void> => {
  await db.execute(sql`
    with unseen as (
      ${unseen} and schedule.next_check_at > ${now.toISOString()}::timestamptz and schedule.fails = 0
      for update of schedule skip locked
    )
    update check_schedule as schedule set next_check_at = ${now.toISOString()}::timestamptz
    from unseen where schedule.certificate_id = unseen.certificate_id`);
};
