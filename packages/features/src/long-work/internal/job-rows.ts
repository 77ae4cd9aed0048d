import { certificateImportLines, certificateImports, checkRuns, discoveryJobs, type Executor } from '@notafter/db';
import {
  CANCELLED,
  type CertificateImportId,
  type CheckRunId,
  type DiscoveryJobId,
  DomainError,
  isCancelled,
  type JobId,
  type JobState,
  type UserId,
} from '@notafter/domain';
import { and, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { type CertificateReach, isOfScope } from '../../certificate-reach.ts';

interface OfType {
  readonly check_run: CheckRunId;
  readonly import: CertificateImportId;
  readonly discovery: DiscoveryJobId;
}

/** The resource with the details. */
export type JobReference = { [Type in keyof OfType]: { readonly type: Type; readonly id: OfType[Type] } }[keyof OfType];

/** The common view of every type of long work. */
export type JobView = JobReference & {
  readonly state: JobState;
  /** Certificates of a check run, lines of an import, percent of a discovery. */
  readonly progress: { readonly done: number; readonly total: number | null };
  /** A sentence with the reason, if it failed. */
  readonly error: string | null;
  /** Null if an API key or a deleted person started it. */
  readonly requestedBy: UserId | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

/** Selects the rows of each type, newest first. */
export interface JobsAsked {
  readonly id?: JobId;
  readonly state?: JobState | undefined;
  readonly after?: { readonly key: string; readonly id: JobId } | null;
  readonly take: number;
}

type Runs = typeof checkRuns | typeof certificateImports | typeof discoveryJobs;

const inState = (runs: Runs, isBegun: SQL, state: JobState): SQL | undefined => {
  switch (state) {
    case 'queued':
      return and(eq(runs.status, 'running'), sql`not (${isBegun})`);
    case 'running':
      return and(eq(runs.status, 'running'), isBegun);
    case 'completed':
      return eq(runs.status, 'completed');
    case 'failed':
      return and(eq(runs.status, 'failed'), or(isNull(runs.error), ne(runs.error, CANCELLED)));
    case 'cancelled':
      return and(eq(runs.status, 'failed'), eq(runs.error, CANCELLED));
  }
};

const asked = (runs: Runs, isBegun: SQL, { orgId }: CertificateReach, { id, state, after }: JobsAsked): SQL | undefined =>
  and(
    eq(runs.orgId, orgId),
    id === undefined ? undefined : sql`${runs.id} = ${id}`,
    state === undefined ? undefined : inState(runs, isBegun, state),
    after ? sql`(${runs.createdAt}, ${runs.id}) < (${after.key}::timestamptz, ${after.id}::uuid)` : undefined,
  );

const common = <Table extends Runs>({ status, error, startedBy: requestedBy, createdAt, finishedAt }: Table, isBegun: SQL) => ({
  status,
  error,
  requestedBy,
  createdAt,
  finishedAt,
  begun: sql<boolean>`${isBegun}`,
});

interface Row {
  readonly status: 'running' | 'completed' | 'failed';
  readonly begun: boolean;
  readonly error: string | null;
  readonly requestedBy: UserId | null;
  readonly done: number;
  readonly total: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const viewOf = ({ status, begun, error, done, total, ...times }: Row) => {
  const cancelled = isCancelled({ status, error });
  const state: JobState = cancelled ? 'cancelled' : status === 'running' && !begun ? 'queued' : status;
  return { state, progress: { done, total }, error: cancelled ? null : error, ...times };
};

const begunRun = (runs: typeof checkRuns | typeof certificateImports): SQL => sql`${isNotNull(runs.heartbeatAt)}`;
const begunDiscovery = sql`${discoveryJobs.spentMs} > 0`;

const listCheckRuns = async (db: Executor, reach: CertificateReach, what: JobsAsked): Promise<JobView[]> => {
  const isBegun = begunRun(checkRuns);
  const done = sql<number>`${checkRuns.succeeded} + ${checkRuns.failed}`;
  const rows = await db
    .select({ id: checkRuns.id, ...common(checkRuns, isBegun), done, total: checkRuns.total })
    .from(checkRuns)
    .where(and(asked(checkRuns, isBegun, reach, what), isOfScope(sql`${checkRuns.selection}->'scope'`, reach)))
    .orderBy(desc(checkRuns.createdAt), desc(checkRuns.id))
    .limit(what.take);
  return rows.map(({ id, ...row }) => ({ type: 'check_run', id, ...viewOf(row) }));
};

const listImports = async (db: Executor, reach: CertificateReach, what: JobsAsked): Promise<JobView[]> => {
  const isBegun = begunRun(certificateImports);
  const waiting = sql`(select count(*)::int from ${certificateImportLines}
    where ${certificateImportLines.importId} = ${certificateImports.id} and ${certificateImportLines.result} = 'waiting')`;
  const rows = await db
    .select({
      id: certificateImports.id,
      ...common(certificateImports, isBegun),
      done: sql<number>`${certificateImports.total} - ${waiting}`,
      total: certificateImports.total,
    })
    .from(certificateImports)
    .where(and(asked(certificateImports, isBegun, reach, what), isOfScope(sql`${certificateImports.scope}`, reach)))
    .orderBy(desc(certificateImports.createdAt), desc(certificateImports.id))
    .limit(what.take);
  return rows.map(({ id, ...row }) => ({ type: 'import', id, ...viewOf(row) }));
};

/** Discoveries concern the whole organization: a scoped caller sees none. */
const listDiscoveries = async (db: Executor, reach: CertificateReach, what: JobsAsked): Promise<JobView[]> => {
  if (reach.scope !== null) return [];
  const rows = await db
    .select({ id: discoveryJobs.id, ...common(discoveryJobs, begunDiscovery), done: discoveryJobs.progress })
    .from(discoveryJobs)
    .where(asked(discoveryJobs, begunDiscovery, reach, what))
    .orderBy(desc(discoveryJobs.createdAt), desc(discoveryJobs.id))
    .limit(what.take);
  return rows.map(({ id, ...row }) => ({ type: 'discovery', id, ...viewOf({ ...row, total: 100 }) }));
};

/** Readers of each type. */
export const jobReaders = { check_run: listCheckRuns, import: listImports, discovery: listDiscoveries } as const;

/** Throws `job_not_found`, also for another organization's or scope's id. */
export const getJobForOrg = async (db: Executor, reach: CertificateReach, id: JobId): Promise<JobView> => {
  for (const read of Object.values(jobReaders)) {
    const [job] = await read(db, reach, { id, take: 1 });
    if (job !== undefined) return job;
  }
  throw new DomainError('job_not_found');
};
