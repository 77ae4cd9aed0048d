import type { JobInsert, PgBoss, UpdateQueueOptions } from 'pg-boss';
import type { JobDefinition, JobPolicy } from './define-job.ts';

/** The queue of jobs that failed permanently or had an invalid payload, for an operator to inspect and redrive. */
export const DEAD_LETTERS = 'dead-letters';

const DAY_SECONDS = 86_400;
/** Finished jobs are not needed: the rows they wrote are the record. */
const FINISHED_KEPT_SECONDS = 3600;
const DEAD_LETTERS_KEPT_SECONDS = 30 * DAY_SECONDS;

/** Creates missing queues and updates existing ones to their definition. */
export const installQueues = async (
  boss: PgBoss,
  schema: string,
  jobs: readonly Pick<JobDefinition<unknown>, 'name' | 'policy'>[],
): Promise<void> => {
  await boss.createQueue(DEAD_LETTERS, { policy: 'standard', retentionSeconds: DEAD_LETTERS_KEPT_SECONDS });
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { name, policy } of jobs) {
    const found = existing.get(name);
    if (found === undefined) await boss.createQueue(name, { policy: policy.queue });
    // Also after creating it: another process may have created it first with an older definition.
    await boss.updateQueue(name, queueOptions(policy));
    if (found !== undefined && found.policy !== policy.queue) await changePolicy(boss, schema, name, policy.queue);
  }
};

const queueOptions = (policy: JobPolicy): UpdateQueueOptions => ({
  retryLimit: policy.retryLimit,
  retryDelay: policy.retryDelaySeconds,
  retryBackoff: policy.retryDelayMaxSeconds !== undefined,
  retryDelayMax: policy.retryDelayMaxSeconds ?? null,
  expireInSeconds: policy.expireInSeconds,
  heartbeatSeconds: policy.heartbeatSeconds ?? null,
  deleteAfterSeconds: FINISHED_KEPT_SECONDS,
  // Jobs without retries recur, so their failures are not stored.
  deadLetter: policy.retryLimit > 0 ? DEAD_LETTERS : null,
  notify: true,
});

/**
 * pg-boss cannot change a queue's policy, and would delete its jobs along with it. Waiting jobs are removed and inserted again
 * under the new policy in one transaction; jobs that it allows only once merge.
 */
const changePolicy = async (boss: PgBoss, schema: string, name: string, policy: JobPolicy['queue']): Promise<void> => {
  const transaction = await boss.getDb().beginTransaction?.();
  if (transaction === undefined) throw new Error('pg-boss has no pool with transactions.');
  try {
    const { db } = transaction;
    await db.executeSql(`update ${schema}.queue set policy = $2 where name = $1`, [name, policy]);
    const { rows } = await db.executeSql(
      `delete from ${schema}.job where name = $1 and state in ('created', 'retry')
       returning json_strip_nulls(json_build_object(
         'id', id, 'data', data, 'priority', priority, 'startAfter', start_after, 'singletonKey', singleton_key,
         'group', case when group_id is not null then json_build_object('id', group_id) end)) as job`,
      [name],
    );
    const waiting = rows.map(({ job }: { job: JobInsert }) => job);
    if (waiting.length > 0) await boss.insert(name, waiting, { db });
    await transaction.commit();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
};
