import type { PlannedStep, PlanProblem } from '@notafter/domain';
import { planConfigurationInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { digestOfPlan, readPlan, withNames } from './internal/read-plan.ts';

export interface PlannedConfiguration {
  /** Every object of the file and what it no longer has, in the order in which they are applied. */
  readonly steps: readonly PlannedStep[];
  /** Why it cannot be applied. */
  readonly problems: readonly PlanProblem[];
  /** Names this plan when it is applied. */
  readonly digest: string;
}

/** Returns what applying a file would do. Changes nothing. */
export const planConfiguration = useCase({
  name: 'configuration/plan-configuration',
  access: 'admin',
  input: planConfigurationInput,
})(async (ctx, wanted): Promise<PlannedConfiguration> => {
  const { plan, present } = await readPlan(ctx, wanted);
  return { steps: withNames(plan.steps, present), problems: plan.problems, digest: digestOfPlan(plan) };
});
