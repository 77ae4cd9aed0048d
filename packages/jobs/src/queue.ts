import type { Transaction } from '@notafter/db';
import type { JobDefinition } from './define-job.ts';

export interface EnqueueOptions {
  /** For an `exclusive` or `short` queue: the key that can be queued once. */
  readonly singletonKey?: string;
  readonly startAfter?: Date;
  /** Higher priorities are fetched first; 0 if absent. */
  readonly priority?: number;
  /** The group of the job, for workers that limit the concurrency of each group. */
  readonly group?: string;
}

/** Enqueues jobs, only in the transaction of the change that requires them, so that neither exists without the other. */
export interface JobQueue {
  enqueue<Payload extends object>(tx: Transaction, job: JobDefinition<Payload>, payload: Payload, options?: EnqueueOptions): Promise<void>;
}
