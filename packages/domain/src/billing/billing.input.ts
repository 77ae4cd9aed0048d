import { z } from 'zod';
import { isPlanName } from '../plans/plans.ts';

export const getPlanInput = z.object({
  /** The plan that somebody thinks of changing to. */
  target: z.string().refine(isPlanName, 'is not the name of a plan').optional(),
});
export type GetPlanInput = z.infer<typeof getPlanInput>;
