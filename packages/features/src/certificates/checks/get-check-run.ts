import { type CheckFailure, checkRuns, processes } from '@notafter/db';
import { type CheckRunId, DomainError, processStatusOf } from '@notafter/domain';
import { checkRunIdInput } from '@notafter/domain/inputs';
import { and, eq, sql } from 'drizzle-orm';
import { isOfScope } from '../../certificate-reach.ts';
import { useCase } from '../../use-case.ts';

export interface CheckRunView {
  readonly id: CheckRunId;
  readonly status: 'running' | 'completed' | 'failed';
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  /** The first 100. */
  readonly failures: readonly CheckFailure[];
  /** The reason if it failed; `Cancelled` if a person canceled it. */
  readonly error: string | null;
  readonly finishedAt: Date | null;
}

/** Returns the progress of a bulk check. Throws `not_found`, also for another organization's or scope's id. */
export const getCheckRun = useCase({
  name: 'certificates/get-check-run',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: checkRunIdInput,
})(async (ctx, { id }): Promise<CheckRunView> => {
  const { state, error, total, finishedAt } = processes;
  const { succeeded, failed, failures } = checkRuns;
  const [run] = await ctx.db
    .select({ state, error, total, finishedAt, succeeded, failed, failures })
    .from(checkRuns)
    .innerJoin(processes, eq(processes.id, checkRuns.id))
    .where(and(eq(checkRuns.id, id), eq(processes.orgId, ctx.org.id), isOfScope(sql`${processes.scope}`, ctx.reach)));
  if (run === undefined) throw new DomainError('not_found');
  const { state: _state, ...shown } = run;
  return { ...shown, id, ...processStatusOf(run), total: run.total ?? 0 };
});
