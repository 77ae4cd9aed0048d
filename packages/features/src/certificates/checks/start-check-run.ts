import { certificates, checkRuns, newId, organizations, type StoredSelection } from '@notafter/db';
import type { CheckRunId } from '@notafter/domain';
import { type StartCheckRunInput, startCheckRunInput } from '@notafter/domain/inputs';
import { and, count, eq, sql } from 'drizzle-orm';
import { type OrgContext, personBehind, type TransactionContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { runChecksJob } from '../certificate-jobs.ts';
import { matchesSelection } from '../list/internal/certificate-query.ts';
import { endLostRuns } from './run-life.ts';

interface StartedRun {
  readonly jobId: CheckRunId;
  readonly queued: number;
}

const everything = { search: '', status: 'all' } as const;

const scopeOf = ({ reach: { scope } }: Pick<OrgContext, 'reach'>) => (scope === null ? {} : { scope });

const storedSelection = (ctx: OrgContext, input: StartCheckRunInput): StoredSelection => {
  if ('all' in input) return { ...everything, ...scopeOf(ctx) };
  const selected = 'ids' in input ? { ids: [...new Set(input.ids)].sort() } : { search: input.filter.search, status: input.filter.status };
  return { ...selected, ...scopeOf(ctx) };
};

/** A running check that covers at least this selection: the same selection, or everything. */
const findCovering = async (tx: TransactionContext<OrgContext>, selection: StoredSelection): Promise<StartedRun | undefined> => {
  const [running] = await tx.db
    .select({ jobId: checkRuns.id, queued: checkRuns.total })
    .from(checkRuns)
    .where(
      and(
        eq(checkRuns.orgId, tx.org.id),
        eq(checkRuns.status, 'running'),
        sql`${checkRuns.selection} in (${JSON.stringify(selection)}::jsonb, ${JSON.stringify({ ...everything, ...scopeOf(tx) })}::jsonb)`,
      ),
    )
    .limit(1);
  return running;
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
  const selection = storedSelection(ctx, input);
  const matching = matchesSelection(ctx.reach, 'all' in input ? { filter: everything } : input, now);
  return withTransaction(ctx, async (tx, audit) => {
    // Concurrent requests start one run.
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    await endLostRuns(tx.db, now, tx.org.id);
    const covering = await findCovering(tx, selection);
    if (covering !== undefined) {
      audit({ subjectId: covering.jobId, detail: { alreadyRunning: true } });
      return covering;
    }
    const [counted] = await tx.db.select({ total: count() }).from(certificates).where(matching);
    const total = counted?.total ?? 0;
    const jobId = newId<'check-run'>();
    const state = total === 0 ? ({ status: 'completed', finishedAt: now } as const) : ({ status: 'running' } as const);
    await tx.db
      .insert(checkRuns)
      .values({ id: jobId, orgId: tx.org.id, startedBy: personBehind(ctx.actor), selection, total, createdAt: now, ...state });
    if (total > 0) await tx.jobs.enqueue(tx.db, runChecksJob, { runId: jobId }, { singletonKey: jobId });
    audit({ subjectId: jobId, detail: { queued: total } });
    return { jobId, queued: total };
  });
});
