import type { Transaction } from '@notafter/db';
import type { JobDefinition } from './define-job.ts';

export interface EnqueueOptions {
  /** With an `exclusive` or `short` queue: what may stand in it once. */
  readonly singletonKey?: string;
  readonly startAfter?: Date;
  /** Higher is taken first; 0 where absent. */
  readonly priority?: number;
  /** Whose work it is, where workers bound how much of one group they do at once. */
  readonly group?: string;
}

/** Where features put work: only into the transaction of the change that asks for it, so that neither exists without the other. */
export interface JobQueue {
  enqueue<Payload extends object>(tx: Transaction, job: JobDefinition<Payload>, payload: Payload, options?: EnqueueOptions): Promise<void>;
}
