import { type CheckFailure, certificates, checkRuns, type Database, type Transaction } from '@notafter/db';
import type { CertificateId, CheckRunId, ProbeTarget } from '@notafter/domain';
import { type CertificateSelection, certificateSelectionInput } from '@notafter/domain/inputs';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { CertificateReach } from '../../../certificate-reach.ts';
import { matchesSelection } from '../../list/internal/certificate-query.ts';

/** The columns of a bulk check that its job needs. */
export interface RunningCheckRun {
  readonly id: CheckRunId;
  readonly reach: CertificateReach;
  readonly selection: CertificateSelection;
  readonly createdAt: Date;
  readonly cursor: CertificateId | null;
}

export interface RunEndpoint extends ProbeTarget {
  readonly id: CertificateId;
  readonly domain: string;
}

/** Changes of one write to a run. */
export interface RunProgress {
  readonly cursor: CertificateId;
  readonly succeeded: number;
  readonly failures: readonly CheckFailure[];
}

const FAILURES_LISTED = 100;

export const findRunningCheckRun = async (db: Database, id: CheckRunId): Promise<RunningCheckRun | null> => {
  const [run] = await db
    .select({
      id: checkRuns.id,
      orgId: checkRuns.orgId,
      selection: checkRuns.selection,
      createdAt: checkRuns.createdAt,
      cursor: checkRuns.cursor,
    })
    .from(checkRuns)
    .where(and(eq(checkRuns.id, id), eq(checkRuns.status, 'running')));
  if (run === undefined) return null;
  const { id: runId, orgId, createdAt, cursor } = run;
  const { scope = null, ...stored } = run.selection;
  const selection = certificateSelectionInput.parse('ids' in stored ? stored : { filter: stored });
  return { id: runId, reach: { orgId, scope }, selection, createdAt, cursor };
};

export interface RunPage {
  readonly endpoints: readonly RunEndpoint[];
  /** Cursor of the next page; null at the end. */
  readonly next: CertificateId | null;
}

/** Returns the run's next endpoints after `after`, by id. A status is the one at the run's start, whatever the run itself changes. */
export const listRunEndpoints = async (
  db: Database,
  { reach, selection, createdAt }: RunningCheckRun,
  after: CertificateId | null,
  limit: number,
): Promise<RunPage> => {
  const part = 'ids' in selection ? { ids: firstIdsAfter(selection.ids, after, limit) } : selection;
  if ('ids' in part && part.ids.length === 0) return { endpoints: [], next: null };
  const endpoints = await db
    .select({ id: certificates.id, host: certificates.host, port: certificates.port, domain: certificates.domain })
    .from(certificates)
    .where(and(matchesSelection(reach, part, createdAt), after === null ? undefined : gt(certificates.id, after)))
    .orderBy(asc(certificates.id))
    .limit(limit);
  const walked = 'ids' in part ? part.ids : endpoints.map(({ id }) => id);
  return { endpoints, next: walked.length < limit ? null : (walked.at(-1) ?? null) };
};

const firstIdsAfter = (ids: readonly CertificateId[], after: CertificateId | null, limit: number): CertificateId[] =>
  ids
    .filter((id) => after === null || id > after)
    .sort()
    .slice(0, limit);

/** Locks a run for a write that continues from `seen`; returns false if it is over or another worker has moved it since. */
export const holdCheckRun = async (db: Transaction, id: CheckRunId, seen: CertificateId | null): Promise<boolean> => {
  const rows = await db
    .select({ id: checkRuns.id })
    .from(checkRuns)
    .where(
      and(eq(checkRuns.id, id), eq(checkRuns.status, 'running'), seen === null ? isNull(checkRuns.cursor) : eq(checkRuns.cursor, seen)),
    )
    .for('update');
  return rows.length > 0;
};

/** Adds to a locked run. */
export const advanceCheckRun = async (db: Transaction, id: CheckRunId, { cursor, succeeded, failures }: RunProgress): Promise<void> => {
  const listed = sql`(select coalesce(jsonb_agg(failure order by place), '[]'::jsonb)
    from jsonb_array_elements(${checkRuns.failures} || ${JSON.stringify(failures)}::jsonb) with ordinality as listed (failure, place)
    where place <= ${FAILURES_LISTED})`;
  await db
    .update(checkRuns)
    .set({
      cursor,
      succeeded: sql`${checkRuns.succeeded} + ${succeeded}`,
      failed: sql`${checkRuns.failed} + ${failures.length}`,
      ...(failures.length > 0 ? { failures: listed } : {}),
    })
    .where(eq(checkRuns.id, id));
};

/** Ends a run that reached its last row; endpoints removed before their turn no longer count. */
export const completeCheckRun = async (db: Transaction, id: CheckRunId, now: Date): Promise<void> => {
  await db
    .update(checkRuns)
    .set({ status: 'completed', finishedAt: now, total: sql`${checkRuns.succeeded} + ${checkRuns.failed}` })
    .where(and(eq(checkRuns.id, id), eq(checkRuns.status, 'running')));
};
