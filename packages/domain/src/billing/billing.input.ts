import { z } from 'zod';
import { isPlanName } from '../plans/plans.ts';

export const getPlanInput = z.object({
  /** The plan that the caller considers. */
  target: z.string().refine(isPlanName, 'is not the name of a plan').optional(),
});
export type GetPlanInput = z.infer<typeof getPlanInput>;
