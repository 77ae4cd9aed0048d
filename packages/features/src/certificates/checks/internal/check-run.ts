import { type CheckFailure, certificates, checkRuns, type Database, processes, type Transaction } from '@notafter/db';
import type { CertificateId, CheckRunId } from '@notafter/domain';
import { type CertificateSelection, certificateSelectionInput } from '@notafter/domain/inputs';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { CertificateReach } from '../../../certificate-reach.ts';
import { loadAnchors } from '../../anchors/internal/probe-anchors.ts';
import { matchesSelection } from '../../list/internal/certificate-query.ts';
import { isCheckedHere } from '../../reports/collector-endpoints.ts';
import type { ProbeItem } from './probe-window.ts';

/** A bulk check as far as its steps need it. */
export interface RunningCheckRun {
  readonly reach: CertificateReach;
  readonly selection: CertificateSelection;
  readonly createdAt: Date;
  /** The last certificate that was finished. */
  readonly cursor: CertificateId | null;
}

export interface RunEndpoint extends ProbeItem {
  readonly id: CertificateId;
}

/** Changes of one write to a run. */
export interface RunProgress {
  readonly cursor: CertificateId;
  readonly succeeded: number;
  readonly failures: readonly CheckFailure[];
}

const FAILURES_LISTED = 100;

export const readCheckRun = async (db: Database, id: CheckRunId): Promise<RunningCheckRun> => {
  const { orgId, scope, createdAt } = processes;
  const { selection, cursor } = checkRuns;
  const [run] = await db
    .select({ orgId, scope, createdAt, selection, cursor })
    .from(checkRuns)
    .innerJoin(processes, eq(processes.id, checkRuns.id))
    .where(eq(checkRuns.id, id));
  if (run === undefined) throw new Error('A check run has a selection.');
  const stored = run.selection;
  return {
    reach: { orgId: run.orgId, scope: run.scope },
    selection: certificateSelectionInput.parse('ids' in stored ? stored : { filter: stored }),
    createdAt: run.createdAt,
    cursor: run.cursor,
  };
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
  const rows = await db
    .select({
      id: certificates.id,
      host: certificates.host,
      port: certificates.port,
      domain: certificates.domain,
      serviceId: certificates.serviceId,
    })
    .from(certificates)
    .where(and(matchesSelection(reach, part, createdAt), isCheckedHere, after === null ? undefined : gt(certificates.id, after)))
    .orderBy(asc(certificates.id))
    .limit(limit);
  const anchors = await loadAnchors(
    db,
    rows.map(({ id }) => id),
  );
  const endpoints = rows.map((row) => ({ ...row, probeAnchors: anchors.of(row.id) }));
  const walked = 'ids' in part ? part.ids : endpoints.map(({ id }) => id);
  return { endpoints, next: walked.length < limit ? null : (walked.at(-1) ?? null) };
};

const firstIdsAfter = (ids: readonly CertificateId[], after: CertificateId | null, limit: number): CertificateId[] =>
  ids
    .filter((id) => after === null || id > after)
    .sort()
    .slice(0, limit);

/** Adds what was checked to a run. */
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

/** Certificates that were removed before their turn no longer count. */
export const countChecked = async (db: Transaction, id: CheckRunId): Promise<void> => {
  await db.update(processes).set({ total: processes.done }).where(eq(processes.id, id));
};
