import { withoutValues } from '@notafter/db';
import type { Log } from '@notafter/domain';
import type { Job, JobResult } from 'pg-boss';
import type { JobDefinition } from './define-job.ts';

export interface JobRun {
  /** Aborts when the process stops or the claim on this job is lost: the handler has to finish and leave a resumable state. */
  readonly signal: AbortSignal;
  /** 1 on the first try. */
  readonly attempt: number;
}

export type JobHandler<Payload> = (payload: Payload, run: JobRun) => Promise<void>;

/**
 * Runs one job and returns its outcome. Parses the payload; an invalid one can never succeed, so it goes to the dead letters at
 * once. If the handler throws, the job is retried by its policy.
 */
export const settleJob = async <Payload>(
  { name, payload, policy }: JobDefinition<Payload>,
  handler: JobHandler<Payload>,
  claimed: Job<unknown>,
  stopping: AbortSignal,
  log: Log,
): Promise<JobResult> => {
  const fields = { job: name, jobId: claimed.id, attempt: claimed.retryCount + 1 };
  const parsed = payload.safeParse(claimed.data);
  if (!parsed.success) {
    log.error({ ...fields, issues: parsed.error.issues }, 'invalid job payload, moved to the dead letters');
    return { id: claimed.id, status: 'deadletter', output: { message: 'The payload is invalid.' } };
  }
  try {
    await handler(parsed.data, { signal: AbortSignal.any([claimed.signal, stopping]), attempt: fields.attempt });
    return { id: claimed.id, status: 'completed' };
  } catch (error) {
    if (claimed.retryCount < policy.retryLimit) log.warn({ ...fields, err: error }, 'job failed, will be retried');
    else log.error({ ...fields, err: error }, 'job failed permanently');
    const kept = withoutValues(error);
    return { id: claimed.id, status: 'failed', output: { message: kept instanceof Error ? kept.message : String(kept) } };
  }
};
