import { DomainError } from '@notafter/domain';
import { jobIdInput } from '@notafter/domain/inputs';
import { cancelProcess } from '../steps/end-process.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getJobForOrg, type JobView } from './internal/job-rows.ts';
import { jobProcesses } from './job-processes.ts';

/**
 * Cancels a queued or running job; its results so far stay and are counted. Canceling again changes nothing. Its worker can
 * write nothing more and stops within a second. Throws `job_not_found`, also for another organization's or scope's id, or
 * `job_finished` with the state of a job that completed or failed, or `deletion_not_cancellable`.
 */
export const cancelJob = useCase({
  name: 'long-work/cancel-job',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  input: jobIdInput,
  audit: 'Cancelled a job',
})(async (ctx, { id }): Promise<JobView> => {
  return withTransaction(ctx, async (tx, audit) => {
    const found = await getJobForOrg(tx.db, tx.reach, id);
    if (found.type === 'service_deletion') throw new DomainError('deletion_not_cancellable');
    const ended = await cancelProcess(tx, jobProcesses[found.type], id);
    const job = await getJobForOrg(tx.db, tx.reach, id);
    if (!ended && job.state !== 'cancelled') {
      const message = job.state === 'failed' ? 'This job has already failed.' : 'This job has already completed.';
      throw new DomainError('job_finished', { message, conflict: { type: 'job', id, state: job.state } });
    }
    audit({ subjectId: id, detail: { type: job.type, ...job.progress, ...(ended ? {} : { alreadyOver: true }) } });
    return job;
  });
});
