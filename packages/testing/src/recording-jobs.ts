import type { EnqueueOptions, JobDefinition, JobQueue } from '@notafter/jobs';

export interface RecordedJob {
  readonly name: string;
  readonly payload: unknown;
  readonly options: EnqueueOptions;
}

export interface RecordingJobs extends JobQueue {
  /** In order of arrival, including rolled-back transactions. */
  readonly enqueued: readonly RecordedJob[];
  /** The payloads of one kind of job, parsed by its own schema. */
  payloadsOf<Payload>(job: JobDefinition<Payload>): Payload[];
  clear(): void;
}

/** A queue that only records; payloads must match their schema, as on the real one. */
export const createRecordingJobs = (): RecordingJobs => {
  const enqueued: RecordedJob[] = [];
  return {
    enqueued,
    enqueue: async (_tx, job, payload, options = {}) => {
      enqueued.push({ name: job.name, payload: job.payload.parse(payload), options });
    },
    depths: async () =>
      [...Map.groupBy(enqueued, ({ name }) => name)].map(([name, waiting]) => ({ name, ready: waiting.length, active: 0 })),
    retryFailed: async () => 0,
    payloadsOf: (job) => enqueued.filter((entry) => entry.name === job.name).map((entry) => job.payload.parse(entry.payload)),
    clear: () => {
      enqueued.length = 0;
    },
  };
};
