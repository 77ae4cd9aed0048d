import {
  type CloudAccountId,
  type CloudDriver,
  type CloudSlug,
  type CloudSurvey,
  clampSize,
  clouds,
  forEachServicePlan,
  forEachSolution,
  ProviderError,
  SECOND_MS,
  type ServicePlanName,
  type ServiceSize,
  type SolutionSlug,
  type SolutionSupport,
} from '@notafter/domain';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { type CloudAccountRow, driverOfAccount, listAccounts, OPERATORS_ACCOUNT } from './internal/cloud-account.ts';

const SURVEY_MS = 5 * SECOND_MS;

export interface OfferedAccount {
  /** Null: the operator's. */
  readonly id: CloudAccountId | null;
  readonly name: string;
  /** Why it can't be used, as far as is known. */
  readonly problem: string | null;
}

export interface CloudOffer {
  readonly cloud: CloudSlug;
  /** Which account a service can use; empty if none is needed. */
  readonly accounts: readonly OfferedAccount[];
  readonly solutions: Readonly<Record<SolutionSlug, SolutionSupport>>;
  /** The resources of each plan here; smaller than the plan where the machine is. */
  readonly sizes: Readonly<Record<ServicePlanName, ServiceSize>>;
}

const nothingRuns = (reason: string): CloudSurvey['solutions'] => forEachSolution((): SolutionSupport => ({ runs: false, reason }));

const surveyOf = async (driver: CloudDriver): Promise<CloudSurvey> => {
  try {
    return await driver.survey(AbortSignal.timeout(SURVEY_MS));
  } catch (error) {
    if (error instanceof ProviderError) return { solutions: nothingRuns(error.message), capacity: null };
    if (error instanceof DOMException) return { solutions: nothingRuns('This cloud did not answer within 5 seconds.'), capacity: null };
    throw error;
  }
};

/** The same runs on a cloud with each account, so one that works says it. */
const offerOf = async (ctx: OrgContext, cloud: CloudSlug, entered: readonly CloudAccountRow[]): Promise<CloudOffer> => {
  const operators = ctx.gateways.services.drivers[cloud];
  const own = entered.filter((account) => account.cloud === cloud);
  const working = own.find(({ problem }) => problem === null) ?? own[0];
  const driver = operators ?? (working === undefined ? undefined : driverOfAccount(ctx, working));
  const nobody = { solutions: nothingRuns(`Add an account of ${clouds[cloud].name} below your services first.`), capacity: null };
  const { solutions, capacity } = driver === undefined ? nobody : await surveyOf(driver);
  const sizes = forEachServicePlan(({ memoryMib, cpus, diskGib }) => {
    const size = { memoryMib, cpus, diskGib };
    return capacity === null ? size : clampSize(size, capacity);
  });
  const operatorsAccount = operators !== undefined && cloud !== 'local' ? [{ id: null, name: OPERATORS_ACCOUNT, problem: null }] : [];
  return { cloud, accounts: [...operatorsAccount, ...own.map(({ id, name, problem }) => ({ id, name, problem }))], solutions, sizes };
};

/** The enabled clouds: what can run there now, and why the rest cannot. Names, regions and prices are in the domain's catalog. */
export const getCatalog = useCase({
  name: 'services/get-catalog',
  access: 'member',
})(async (ctx): Promise<{ readonly clouds: readonly CloudOffer[] }> => {
  const entered = await listAccounts(ctx.db, ctx.org.id);
  return { clouds: await Promise.all(ctx.gateways.services.clouds.map((cloud) => offerOf(ctx, cloud, entered))) };
});
