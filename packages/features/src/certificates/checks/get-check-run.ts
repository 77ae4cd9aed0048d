import { type CheckFailure, checkRuns } from '@notafter/db';
import { type CheckRunId, DomainError } from '@notafter/domain';
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
  const [run] = await ctx.db
    .select({
      id: checkRuns.id,
      status: checkRuns.status,
      total: checkRuns.total,
      succeeded: checkRuns.succeeded,
      failed: checkRuns.failed,
      failures: checkRuns.failures,
      error: checkRuns.error,
      finishedAt: checkRuns.finishedAt,
    })
    .from(checkRuns)
    .where(and(eq(checkRuns.id, id), eq(checkRuns.orgId, ctx.org.id), isOfScope(sql`${checkRuns.selection}->'scope'`, ctx.reach)));
  if (run === undefined) throw new DomainError('not_found');
  return run;
});
