import { certificates, checkRuns, newId, organizations, processes, type StoredSelection } from '@notafter/db';
import type { CheckRunId } from '@notafter/domain';
import { type StartCheckRunInput, startCheckRunInput } from '@notafter/domain/inputs';
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { type OrgContext, personBehind, type TransactionContext } from '../../context.ts';
import { endProcess } from '../../steps/end-process.ts';
import { startProcess } from '../../steps/start-process.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { matchesSelection } from '../list/internal/certificate-query.ts';
import { isCheckedHere } from '../reports/collector-endpoints.ts';
import { checkRunProcess } from './run-checks.ts';

interface StartedRun {
  readonly jobId: CheckRunId;
  readonly queued: number;
}

const everything = { search: '', status: 'all' } as const;

const storedSelection = (input: StartCheckRunInput): StoredSelection => {
  if ('all' in input) return everything;
  return 'ids' in input ? { ids: [...new Set(input.ids)].sort() } : { search: input.filter.search, status: input.filter.status };
};

/** A running check that covers at least this selection: the same selection, or everything. */
const findCovering = async (tx: TransactionContext<OrgContext>, selection: StoredSelection): Promise<StartedRun | undefined> => {
  const { scope } = tx.reach;
  const [running] = await tx.db
    .select({ jobId: checkRuns.id, total: processes.total })
    .from(checkRuns)
    .innerJoin(processes, eq(processes.id, checkRuns.id))
    .where(
      and(
        eq(processes.orgId, tx.org.id),
        eq(processes.state, 'running'),
        scope === null ? isNull(processes.scope) : sql`${processes.scope} = ${JSON.stringify(scope)}::jsonb`,
        sql`${checkRuns.selection} in (${JSON.stringify(selection)}::jsonb, ${JSON.stringify(everything)}::jsonb)`,
      ),
    )
    .limit(1);
  return running && { jobId: running.jobId, queued: running.total ?? 0 };
};

/**
 * Starts checking every selected certificate and returns at once; `getCheckRun` reports the progress. While a run that covers
 * the selection is active, returns its id instead.
 */
export const startCheckRun = useCase({
  name: 'certificates/start-check-run',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  input: startCheckRunInput,
  audit: 'Started to check certificates',
})(async (ctx, input): Promise<StartedRun> => {
  const now = ctx.clock.now();
  const selection = storedSelection(input);
  const matching = and(matchesSelection(ctx.reach, 'all' in input ? { filter: everything } : input, now), isCheckedHere);
  return withTransaction(ctx, async (tx, audit) => {
    // Concurrent requests start one run.
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    const covering = await findCovering(tx, selection);
    if (covering !== undefined) {
      audit({ subjectId: covering.jobId, detail: { alreadyRunning: true } });
      return covering;
    }
    const [counted] = await tx.db.select({ total: count() }).from(certificates).where(matching);
    const total = counted?.total ?? 0;
    const jobId = newId<'check-run'>();
    const started = { id: jobId, orgId: tx.org.id, startedBy: personBehind(ctx.actor), scope: tx.reach.scope, total };
    await startProcess(tx, checkRunProcess, started, { runsHere: total === 0 });
    if (total === 0) await endProcess(tx, checkRunProcess, jobId, { state: 'completed', error: null });
    await tx.db.insert(checkRuns).values({ id: jobId, selection });
    audit({ subjectId: jobId, detail: { queued: total } });
    return { jobId, queued: total };
  });
});
