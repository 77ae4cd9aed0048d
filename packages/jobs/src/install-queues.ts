import type { PgBoss, UpdateQueueOptions } from 'pg-boss';
import type { JobDefinition, JobPolicy } from './define-job.ts';

/** The queue of jobs that failed permanently or had an invalid payload, for an operator to inspect and redrive. */
export const DEAD_LETTERS = 'dead-letters';

const DAY_SECONDS = 86_400;
/** Finished jobs are not needed: the rows they wrote are the record. */
const FINISHED_KEPT_SECONDS = 3600;
const DEAD_LETTERS_KEPT_SECONDS = 30 * DAY_SECONDS;

/** Where jobs of each kind are sent, and where workers find them. */
export interface InstalledQueues {
  /** The queue of a kind's present policy. */
  queueOf(job: string): string;
  /** Also the queues of its earlier policies, which may still hold jobs. */
  allQueuesOf(job: string): readonly string[];
  jobOf(queue: string): string;
}

/**
 * Creates missing queues and updates existing ones to their definition. pg-boss cannot change a queue's policy, so a kind whose
 * policy changed gets a second queue; workers finish the jobs of the first one.
 */
export const installQueues = async (
  boss: PgBoss,
  jobs: readonly Pick<JobDefinition<unknown>, 'name' | 'policy'>[],
): Promise<InstalledQueues> => {
  await boss.createQueue(DEAD_LETTERS, { policy: 'standard', retentionSeconds: DEAD_LETTERS_KEPT_SECONDS });
  const existing = new Map((await boss.getQueues()).map(({ name, policy }) => [name, policy]));
  const queues = new Map<string, readonly string[]>();
  for (const { name, policy } of jobs) {
    const first = existing.get(name);
    const queue = first === undefined || first === policy.queue ? name : `${name}.${policy.queue}`;
    if (!existing.has(queue)) await boss.createQueue(queue, { policy: policy.queue });
    // Also after creating it: another process may have created it first with an older definition.
    await boss.updateQueue(queue, queueOptions(policy));
    const earlier = [name, ...POLICIES.map((other) => `${name}.${other}`)].filter((other) => other !== queue && existing.has(other));
    queues.set(name, [queue, ...earlier]);
  }
  const jobByQueue = new Map([...queues].flatMap(([job, names]) => names.map((queue) => [queue, job])));
  const allQueuesOf = (job: string): readonly string[] => queues.get(job) ?? [job];
  return {
    queueOf: (job) => allQueuesOf(job)[0] ?? job,
    allQueuesOf,
    jobOf: (queue) => jobByQueue.get(queue) ?? queue,
  };
};

const POLICIES = ['standard', 'exclusive', 'short'] as const satisfies readonly JobPolicy['queue'][];

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
