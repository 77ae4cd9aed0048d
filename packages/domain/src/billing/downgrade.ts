import { entitlementsOf } from '../plans/plans.ts';

/** Obstacles to a smaller plan. */
export interface Downgrade {
  readonly certificatesToRemove: number;
  readonly currentCount: number;
  readonly newPlanLimit: number;
}

/** Null if the certificates fit the plan. `ownLimit` is the operator's for this organization, which outlives a change of plan. */
export const downgradeTo = (targetPlan: string, currentCount: number, ownLimit: number | null): Downgrade | null => {
  const { certificateLimit } = entitlementsOf(targetPlan, { certificateLimit: ownLimit, userLimit: null });
  if (certificateLimit === null || currentCount <= certificateLimit) return null;
  return { certificatesToRemove: currentCount - certificateLimit, currentCount, newPlanLimit: certificateLimit };
};

/** How full the bar of the current plan is, in percent: a plan without a limit is drawn half full (spec 1 section 9). */
export const usagePercent = (count: number, limit: number | null): number => {
  if (limit === null) return 50;
  return limit === 0 ? 100 : Math.min(100, (count / limit) * 100);
};
