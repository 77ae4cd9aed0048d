import type { EnqueueOptions, JobDefinition, JobQueue } from '@notafter/jobs';

export interface RecordedJob {
  readonly name: string;
  readonly payload: unknown;
  readonly options: EnqueueOptions;
}

export interface RecordingJobs extends JobQueue {
  /** In the order of their arrival, those of rolled-back transactions included. */
  readonly enqueued: readonly RecordedJob[];
  /** The payloads of one kind of job, parsed by its own schema. */
  payloadsOf<Payload>(job: JobDefinition<Payload>): Payload[];
  clear(): void;
}

/** A queue that only remembers; payloads must fit their schema, as they must on the real one. */
export const createRecordingJobs = (): RecordingJobs => {
  const enqueued: RecordedJob[] = [];
  return {
    enqueued,
    enqueue: async (_tx, job, payload, options = {}) => {
      enqueued.push({ name: job.name, payload: job.payload.parse(payload), options });
    },
    payloadsOf: (job) => enqueued.filter((entry) => entry.name === job.name).map((entry) => job.payload.parse(entry.payload)),
    clear: () => {
      enqueued.length = 0;
    },
  };
};
