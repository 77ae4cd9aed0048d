import { withoutValues } from '@notafter/db';
import type { Log } from '@notafter/domain';
import type { Job, JobResult } from 'pg-boss';
import type { JobDefinition } from './define-job.ts';

export interface JobRun {
  /** Aborts when the process stops or the claim on this job is lost: come to an end, leave a state to go on from. */
  readonly signal: AbortSignal;
  /** 1 on the first try. */
  readonly attempt: number;
}

export type JobHandler<Payload> = (payload: Payload, run: JobRun) => Promise<void>;

/**
 * Runs one job and says what becomes of it. The payload is parsed here and nowhere else; one that does not fit can never
 * succeed, so it goes to the dead letters at once. A handler that throws is tried again by the job's policy.
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
    log.error({ ...fields, issues: parsed.error.issues }, 'job payload does not fit, moved to the dead letters');
    return { id: claimed.id, status: 'deadletter', output: { message: 'The payload does not fit the job.' } };
  }
  try {
    await handler(parsed.data, { signal: AbortSignal.any([claimed.signal, stopping]), attempt: fields.attempt });
    return { id: claimed.id, status: 'completed' };
  } catch (error) {
    if (claimed.retryCount < policy.retryLimit) log.warn({ ...fields, err: error }, 'job failed, will be tried again');
    else log.error({ ...fields, err: error }, 'job failed for good');
    const kept = withoutValues(error);
    return { id: claimed.id, status: 'failed', output: { message: kept instanceof Error ? kept.message : String(kept) } };
  }
};
