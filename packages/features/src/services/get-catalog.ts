import {
  type CloudSlug,
  type CloudSurvey,
  clampSize,
  cloudSlugs,
  forEachServicePlan,
  forEachSolution,
  ProviderError,
  SECOND_MS,
  type ServicePlanName,
  type ServiceSize,
  type SolutionSlug,
  type SolutionSupport,
} from '@notafter/domain';
import type { SystemContext } from '../context.ts';
import { useCase } from '../use-case.ts';

const SURVEY_MS = 5 * SECOND_MS;

export interface CloudOffer {
  readonly cloud: CloudSlug;
  readonly solutions: Readonly<Record<SolutionSlug, SolutionSupport>>;
  /** The resources of each plan here; smaller than the plan where the machine is. */
  readonly sizes: Readonly<Record<ServicePlanName, ServiceSize>>;
}

const nothingRuns = (reason: string): CloudSurvey['solutions'] => forEachSolution((): SolutionSupport => ({ runs: false, reason }));

const surveyOf = async (ctx: SystemContext, cloud: CloudSlug): Promise<CloudSurvey | null> => {
  const driver = ctx.gateways.services.drivers[cloud];
  if (driver === undefined) return null;
  try {
    return await driver.survey(AbortSignal.timeout(SURVEY_MS));
  } catch (error) {
    if (error instanceof ProviderError) return { solutions: nothingRuns(error.message), capacity: null };
    if (error instanceof DOMException) return { solutions: nothingRuns('This cloud did not answer within 5 seconds.'), capacity: null };
    throw error;
  }
};

/** The enabled clouds: what can run there now, and why the rest cannot. Names, regions and prices are in the domain's catalog. */
export const getCatalog = useCase({
  name: 'services/get-catalog',
  access: 'member',
})(async (ctx): Promise<{ readonly clouds: readonly CloudOffer[] }> => {
  const offers = await Promise.all(
    cloudSlugs.map(async (cloud): Promise<CloudOffer[]> => {
      const survey = await surveyOf(ctx, cloud);
      if (survey === null) return [];
      const { solutions, capacity } = survey;
      const sizes = forEachServicePlan(({ memoryMib, cpus, diskGib }) => {
        const size = { memoryMib, cpus, diskGib };
        return capacity === null ? size : clampSize(size, capacity);
      });
      return [{ cloud, solutions, sizes }];
    }),
  );
  return { clouds: offers.flat() };
});
