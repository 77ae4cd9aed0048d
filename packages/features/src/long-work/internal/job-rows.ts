import { type Executor, processes } from '@notafter/db';
import { DomainError, type JobId, type JobState, type JobType, type UserId } from '@notafter/domain';
import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { type CertificateReach, isOfScope } from '../../certificate-reach.ts';

/** Long work as every type of it looks from outside. */
export interface JobView {
  readonly id: JobId;
  /** Which resource has the details. */
  readonly type: JobType;
  readonly state: JobState;
  /** Its object, if its kind has one: the domain of a discovery, the resource ID of a service. */
  readonly subject: string | null;
  /** Certificates of a check run, lines of an import, percent of anything else. */
  readonly progress: { readonly done: number; readonly total: number | null };
  /** A sentence with the reason, if it failed. */
  readonly error: string | null;
  /** Null if an API key asked, or a person who has left. */
  readonly requestedBy: UserId | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Which jobs to read, newest first. */
export interface JobsAsked {
  readonly id?: JobId;
  readonly type?: JobType | undefined;
  readonly state?: JobState | undefined;
  readonly after?: { readonly key: string; readonly id: JobId } | null;
  readonly take: number;
}

/** A worker has begun with it. */
const isBegun = gt(processes.generation, 0);

const inState = (state: JobState): SQL | undefined => {
  if (state === 'queued') return and(eq(processes.state, 'running'), sql`not ${isBegun}`);
  return and(eq(processes.state, state), state === 'running' ? isBegun : undefined);
};

/** The jobs that a caller can see: processes that no other one started. Discoveries have no scope, so a scoped key sees none. */
export const listJobRows = async (
  db: Executor,
  reach: CertificateReach,
  { id, type, state, after, take }: JobsAsked,
): Promise<JobView[]> => {
  const rows = await db
    .select({
      id: processes.id,
      type: processes.kind,
      state: sql<JobState>`case when ${processes.state} = 'running' and not ${isBegun} then 'queued' else ${processes.state} end`,
      subject: processes.subject,
      done: processes.done,
      total: processes.total,
      error: processes.error,
      requestedBy: processes.startedBy,
      createdAt: processes.createdAt,
      finishedAt: processes.finishedAt,
    })
    .from(processes)
    .where(
      and(
        eq(processes.orgId, reach.orgId),
        isNull(processes.parentId),
        isOfScope(sql`${processes.scope}`, reach),
        id === undefined ? undefined : eq(processes.id, id),
        type === undefined ? undefined : eq(processes.kind, type),
        state === undefined ? undefined : inState(state),
        after ? sql`(${processes.createdAt}, ${processes.id}) < (${after.key}::timestamptz, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(processes.createdAt), desc(processes.id))
    .limit(take);
  return rows.map(({ done, total, ...job }) => ({ ...job, progress: { done, total } }));
};

/** Throws `job_not_found`, for another organization's or scope's id too. */
export const getJobForOrg = async (db: Executor, reach: CertificateReach, id: JobId): Promise<JobView> => {
  const [job] = await listJobRows(db, reach, { id, take: 1 });
  if (job === undefined) throw new DomainError('job_not_found');
  return job;
};
