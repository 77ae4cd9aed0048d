import { processes } from '@notafter/db';
import type { CertificateScope, JobId, JobIds, JobType, OrganizationId, UserId } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../context.ts';
import type { ProcessDefinition } from './define-process.ts';
import { enqueueAlarm } from './process-jobs.ts';

interface NewProcess<Kind extends JobType> {
  readonly id: JobIds[Kind];
  readonly orgId: OrganizationId;
  /** Null: not a person. */
  readonly startedBy: UserId | null;
  /** The process that waits for this one. */
  readonly parentId?: JobId;
  /** Another one of the kind cannot run with the same subject: the insert fails. */
  readonly subject?: string;
  readonly scope?: CertificateScope | null;
  readonly done?: number;
  readonly total?: number;
}

interface StartOptions {
  readonly priority?: number;
  /** The caller runs it at once. If that process dies, `enqueueDueProcesses` finds the rest. */
  readonly runsHere?: boolean;
}

/** Writes a process and the job that runs it, in the caller's transaction. */
export const startProcess = async <Kind extends JobType>(
  tx: TransactionContext<SystemContext>,
  { kind, first, deadlineSeconds }: Pick<ProcessDefinition<Kind>, 'kind' | 'first' | 'deadlineSeconds'>,
  started: NewProcess<Kind>,
  { priority, runsHere = false }: StartOptions = {},
): Promise<void> => {
  const { id, orgId } = started;
  const deadlineAt = sql`now() + ${deadlineSeconds} * interval '1 second'`;
  await tx.db.insert(processes).values({ ...started, kind, step: first, deadlineAt, createdAt: tx.clock.now() });
  if (!runsHere) await enqueueAlarm(tx, { id, orgId, kind, wakes: 0 }, priority === undefined ? {} : { priority });
};
