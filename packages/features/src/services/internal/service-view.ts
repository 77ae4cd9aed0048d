import { cloudAccounts, type Executor, processes, services } from '@notafter/db';
import {
  type CloudAccountId,
  type CloudSlug,
  findRegion,
  type MachineProgress,
  monthlyUsd,
  type OperationProgress,
  type OrganizationId,
  operationProgress,
  type ServiceOperationId,
  type ServiceOperationKind,
  type ServicePlanName,
  type ServicePort,
  type ServiceSize,
  type ServiceStatus,
  type SolutionSlug,
  serviceOperationOf,
  servicePlan,
  serviceStatusOf,
} from '@notafter/domain';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { costsOf, type ServiceCost } from './charges.ts';

export interface OperationView extends OperationProgress {
  readonly id: ServiceOperationId;
  readonly kind: ServiceOperationKind;
  readonly step: string;
  /** The last answer of the cloud or the engine; null while nothing is waited for. */
  readonly lastAnswer: string | null;
  /** When it is asked again; null while it is at work. */
  readonly nextTryAt: Date | null;
  readonly startedAt: Date;
}

/** A data service as lists show it. */
export interface ServiceView {
  readonly resourceId: string;
  readonly solution: SolutionSlug;
  readonly cloud: CloudSlug;
  readonly region: string;
  readonly regionName: string;
  readonly plan: ServicePlanName;
  readonly instanceType: string;
  readonly status: ServiceStatus;
  /** Why it is `unwell` or `failed`. */
  readonly problem: string | null;
  readonly operation: OperationView | null;
  readonly hourlyUsd: number;
  /** At its plan's price. */
  readonly cost: ServiceCost;
  /** 730 times the hourly price. */
  readonly monthlyUsd: number;
  readonly host: string | null;
  readonly ports: readonly ServicePort[];
  readonly user: string;
  readonly version: string | null;
  /** The limits in force, which a small machine keeps below the plan; null before the service ran. */
  readonly size: ServiceSize | null;
  readonly runningSince: Date | null;
  readonly restarts: number;
  readonly observedAt: Date | null;
  readonly certificateNotAfter: Date | null;
  readonly isProtected: boolean;
  /** The account on its cloud; null for this server and for the operator's. */
  readonly account: { readonly id: CloudAccountId; readonly name: string } | null;
  /** How the cloud differs from what was asked for; a sentence. */
  readonly drift: string | null;
  readonly createdAt: Date;
}

export interface ListedService extends ServiceView {
  readonly id: typeof services.$inferSelect.id;
}

const operationColumns = {
  id: processes.id,
  kind: processes.kind,
  step: processes.step,
  stepMs: sql<number>`extract(epoch from now() - ${processes.stepSince})::float8 * 1000`,
  isAtWork: sql<boolean>`${processes.leaseUntil} is not null`,
  now: sql<Date>`now()`.mapWith((value: string) => new Date(value)),
  runAt: processes.runAt,
  createdAt: processes.createdAt,
};

/** How many services of the organization are not deleted. */
export const countServices = (db: Executor, orgId: OrganizationId): Promise<number> =>
  db.$count(services, and(eq(services.orgId, orgId), isNull(services.deletedAt)));

interface Page {
  readonly resourceId?: string;
  readonly after?: { readonly key: string; readonly id: string } | null;
  readonly take: number;
}

/** The organization's services that are not deleted, newest first. */
export const listServiceRows = async (
  ctx: Pick<SystemContext, 'db' | 'clock'>,
  orgId: OrganizationId,
  { resourceId, after, take }: Page,
): Promise<ListedService[]> => {
  const position: SQL | undefined = after
    ? sql`(${services.createdAt}, ${services.id}) < (${after.key}::timestamptz, ${after.id}::uuid)`
    : undefined;
  const rows = await ctx.db
    .select({ service: services, operation: operationColumns, account: { id: cloudAccounts.id, name: cloudAccounts.name } })
    .from(services)
    .leftJoin(cloudAccounts, eq(cloudAccounts.id, services.accountId))
    .leftJoin(processes, eq(processes.id, services.operationId))
    .where(
      and(
        eq(services.orgId, orgId),
        isNull(services.deletedAt),
        resourceId === undefined ? undefined : eq(services.resourceId, resourceId),
        position,
      ),
    )
    .orderBy(desc(services.createdAt), desc(services.id))
    .limit(take);
  const costOf = await costsOf(
    ctx,
    rows.map(({ service }) => service.id),
  );
  return rows.map(({ service, operation, account }) => {
    const kind = serviceOperationOf(operation?.kind);
    const running = operation === null || kind === null ? null : { ...operation, kind };
    return { ...view(service, running), account, cost: costOf(service.id) };
  });
};

type RunningOperation = Pick<typeof processes.$inferSelect, 'step' | 'runAt' | 'createdAt'> & {
  readonly id: typeof processes.$inferSelect.id;
  readonly kind: ServiceOperationKind;
  readonly stepMs: number;
  readonly isAtWork: boolean;
  readonly now: Date;
};

/** Where a machine is in its first boot; null for what has none. */
const machineOf = (
  { cloud, machineReport, runningSince }: typeof services.$inferSelect,
  { now }: RunningOperation,
): MachineProgress | null => {
  if (cloud === 'local') return null;
  if (machineReport === null || runningSince !== null || machineReport.step === 'failed') return { step: null, sinceMs: null };
  return { step: machineReport.step, sinceMs: now.getTime() - Date.parse(machineReport.at) };
};

const view = (service: typeof services.$inferSelect, operation: RunningOperation | null): Omit<ListedService, 'account' | 'cost'> => {
  const { id, solution, cloud, region, plan, host, ports, user, version, size, runningSince, restarts, observedAt, createdAt } = service;
  const { hourlyUsd, instanceType } = servicePlan(plan);
  return {
    id,
    resourceId: service.resourceId,
    solution,
    cloud,
    region,
    regionName: findRegion(cloud, region)?.name ?? region,
    plan,
    instanceType,
    status: serviceStatusOf({
      operation: operation?.kind ?? null,
      runningSince,
      isDeletionWanted: service.deletionWantedAt !== null,
      problem: service.problem,
    }),
    problem: service.failure ?? service.problem,
    operation:
      operation === null || service.operationId === null
        ? null
        : {
            id: service.operationId,
            kind: operation.kind,
            step: operation.step,
            ...operationProgress(operation.kind, operation.step, operation.stepMs, machineOf(service, operation)),
            lastAnswer: service.lastAnswer,
            nextTryAt: operation.isAtWork ? null : operation.runAt,
            startedAt: operation.createdAt,
          },
    hourlyUsd,
    monthlyUsd: monthlyUsd(hourlyUsd),
    host,
    ports,
    user,
    version,
    size,
    runningSince,
    restarts,
    observedAt,
    certificateNotAfter: service.certificateNotAfter,
    isProtected: service.isProtected,
    drift: service.drift,
    createdAt,
  };
};
