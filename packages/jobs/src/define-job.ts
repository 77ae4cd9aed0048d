import type { z } from 'zod';

/** How pg-boss treats a job of this kind. Times are in seconds. */
export interface JobPolicy {
  /** `standard`: any number; `exclusive`: one queued or active per singleton key, a second send is dropped; `short`: one queued per key. */
  readonly queue: 'standard' | 'exclusive' | 'short';
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  /** Doubles the delay after each try, with jitter, up to this. Absent: no back-off. */
  readonly retryDelayMaxSeconds?: number;
  /** Seconds after which a running handler is considered dead. */
  readonly expireInSeconds: number;
  /** Seconds without a heartbeat after which a worker is considered dead (at least 10). */
  readonly heartbeatSeconds?: number;
}

/** A kind of job: the name of its queue, the schema of its payload (IDs, not snapshots), and its policy. */
export interface JobDefinition<Payload> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  readonly policy: JobPolicy;
}

export const defineJob = <Payload>(name: string, payload: z.ZodType<Payload>, policy: JobPolicy): JobDefinition<Payload> => ({
  name,
  payload,
  policy,
});
