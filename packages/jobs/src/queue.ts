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

/** The jobs of one kind over all processes, as pg-boss counted them last (each `superviseIntervalSeconds`). */
export interface QueueDepth {
  readonly name: string;
  /** That a worker could start now. */
  readonly ready: number;
  readonly active: number;
}

/** Enqueues jobs, only in the transaction of the change that requires them, so that neither exists without the other. */
export interface JobQueue {
  enqueue<Payload extends object>(tx: Transaction, job: JobDefinition<Payload>, payload: Payload, options?: EnqueueOptions): Promise<void>;
  /** How much waits in each queue, that of failed jobs, `DEAD_LETTERS`, included. */
  depths(): Promise<readonly QueueDepth[]>;
  /** Returns failed jobs to their queues, the oldest 1,000; returns how many. Those of a queue that is gone stay. */
  retryFailed(tx: Transaction): Promise<number>;
}
