import type { z } from 'zod';

/** How pg-boss treats a job of this kind. Times are in seconds. */
export interface JobPolicy {
  /** `standard`: any number; `exclusive`: one queued or active per singleton key, a second send is dropped; `short`: one queued per key. */
  readonly queue: 'standard' | 'exclusive' | 'short';
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  /** Doubles the delay from try to try, with jitter, up to this. Absent: no back-off. */
  readonly retryDelayMaxSeconds?: number;
  /** A handler that runs longer is considered dead. */
  readonly expireInSeconds: number;
  /** A worker that shows no life for this long is considered dead (10 at least). */
  readonly heartbeatSeconds?: number;
}

/** A kind of work: its queue's name, the shape of its payload (ids, not snapshots), its policy. */
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
