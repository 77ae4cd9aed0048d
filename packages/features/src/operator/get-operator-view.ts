import { certificates, checkSchedule, cloudAccounts, organizations, serviceOrphans, services } from '@notafter/db';
import { addMs, type CloudSlug, MINUTE_MS, type ServiceId } from '@notafter/domain';
import { DEAD_LETTERS, type QueueDepth } from '@notafter/jobs';
import { and, asc, count, desc, eq, gte, isNotNull, isNull, or } from 'drizzle-orm';
import { isDueAt } from '../certificates/checks/count-backlog.ts';
import type { SystemContext } from '../context.ts';
import { countServiceStates, isUnwell, type ServiceCounts } from '../services/count-service-states.ts';
import { useCase } from '../use-case.ts';

const ROWS_MAX = 20;
/** Workers claim what is due every few seconds. */
const LATE_MS = MINUTE_MS;
/** As in the index of slow checks. */
const SLOW_MS = 1000;

export interface OverdueCheck {
  /** As monitored, such as `db.example.com:5432`. */
  readonly domain: string;
  readonly organization: string;
  readonly dueAt: Date;
}

export interface SlowCheck {
  readonly domain: string;
  readonly organization: string;
  readonly durationMs: number;
  readonly checkedAt: Date | null;
}

export interface ServiceProblem {
  readonly name: string;
  readonly organization: string;
  /** A sentence for people. */
  readonly problem: string;
  /** Null: not known. */
  readonly since: Date | null;
}

/** Something on a cloud with this installation's mark that no row here knows. Never removed by itself. */
export interface Orphan {
  readonly cloud: CloudSlug;
  /** An organization's cloud account; null: the operator's. */
  readonly account: string | null;
  readonly serviceId: ServiceId;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

/** The work and the faults of a running installation. Lists have at most 20 entries, the worst first. */
export interface OperatorView {
  /** Kinds of jobs, most waiting first. */
  readonly queues: readonly QueueDepth[];
  /** Jobs that failed for good; `retryFailedJobs` runs them again. */
  readonly failedJobs: number;
  /** Endpoints due for a check for over a minute that no worker has claimed. */
  readonly overdueChecks: number;
  /** The one that has waited longest; null if none waits. */
  readonly oldestCheck: OverdueCheck | null;
  /** Scheduled checks that took a second or longer. */
  readonly slowChecks: readonly SlowCheck[];
  readonly serviceCounts: ServiceCounts;
  readonly serviceProblems: readonly ServiceProblem[];
  readonly orphans: readonly Orphan[];
}

type Ctx = Pick<SystemContext, 'db' | 'clock'>;

const findOldestCheck = async ({ db, clock }: Ctx): Promise<Pick<OperatorView, 'overdueChecks' | 'oldestCheck'>> => {
  const isDue = isDueAt(addMs(clock.now(), -LATE_MS));
  const [[due], [oldest]] = await Promise.all([
    db.select({ count: count() }).from(checkSchedule).where(isDue),
    db
      .select({ domain: certificates.domain, organization: organizations.name, dueAt: checkSchedule.nextCheckAt })
      .from(checkSchedule)
      .innerJoin(certificates, eq(certificates.id, checkSchedule.certificateId))
      .innerJoin(organizations, eq(organizations.id, certificates.orgId))
      .where(isDue)
      .orderBy(asc(checkSchedule.nextCheckAt))
      .limit(1),
  ]);
  return { overdueChecks: due?.count ?? 0, oldestCheck: oldest ?? null };
};

const listSlowChecks = async ({ db }: Ctx): Promise<SlowCheck[]> => {
  const rows = await db
    .select({
      domain: certificates.domain,
      organization: organizations.name,
      durationMs: checkSchedule.durationMs,
      checkedAt: checkSchedule.lastCheckedAt,
    })
    .from(checkSchedule)
    .innerJoin(certificates, eq(certificates.id, checkSchedule.certificateId))
    .innerJoin(organizations, eq(organizations.id, certificates.orgId))
    .where(gte(checkSchedule.durationMs, SLOW_MS))
    .orderBy(desc(checkSchedule.durationMs))
    .limit(ROWS_MAX);
  return rows.map(({ durationMs, ...row }) => ({ ...row, durationMs: durationMs ?? 0 }));
};

const listServiceProblems = async ({ db }: Ctx): Promise<ServiceProblem[]> => {
  const rows = await db
    .select({
      name: services.resourceId,
      organization: organizations.name,
      problem: services.problem,
      failure: services.failure,
      backupProblem: services.backupProblem,
      since: services.problemSince,
    })
    .from(services)
    .innerJoin(organizations, eq(organizations.id, services.orgId))
    .where(and(isNull(services.deletedAt), or(isUnwell, isNotNull(services.backupProblem))))
    .orderBy(asc(services.problemSince), asc(services.id))
    .limit(ROWS_MAX);
  return rows.map(({ name, organization, problem, failure, backupProblem, since }) => ({
    ...{ name, organization, since },
    problem: problem ?? failure ?? backupProblem ?? 'It does not run.',
  }));
};

const listOrphans = ({ db }: Ctx): Promise<Orphan[]> =>
  db
    .select({
      cloud: serviceOrphans.cloud,
      account: cloudAccounts.name,
      serviceId: serviceOrphans.serviceId,
      firstSeenAt: serviceOrphans.firstSeenAt,
      lastSeenAt: serviceOrphans.lastSeenAt,
    })
    .from(serviceOrphans)
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, serviceOrphans.accountId))
    .orderBy(asc(serviceOrphans.firstSeenAt), asc(serviceOrphans.serviceId))
    .limit(ROWS_MAX);

/** Returns the queues, checks and data services of the installation, as far as they ask for the operator. */
export const getOperatorView = useCase({
  name: 'operator/get-operator-view',
  access: 'platform',
  via: 'session',
})(async (ctx): Promise<OperatorView> => {
  const [depths, oldest, slowChecks, serviceCounts, serviceProblems, orphans] = await Promise.all([
    ctx.jobs.depths(),
    findOldestCheck(ctx),
    listSlowChecks(ctx),
    countServiceStates(ctx),
    listServiceProblems(ctx),
    listOrphans(ctx),
  ]);
  const queues = depths
    .filter(({ name }) => name !== DEAD_LETTERS)
    .sort((one, other) => other.ready - one.ready || other.active - one.active || one.name.localeCompare(other.name));
  const failedJobs = depths.find(({ name }) => name === DEAD_LETTERS)?.ready ?? 0;
  return { queues, failedJobs, ...oldest, slowChecks, serviceCounts, serviceProblems, orphans };
});
