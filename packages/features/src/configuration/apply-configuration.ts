import { DomainError, type PlannedStep } from '@notafter/domain';
import { applyConfigurationInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { applySteps } from './internal/apply-steps.ts';
import { digestOfPlan, readPlan, withNames } from './internal/read-plan.ts';

export interface AppliedConfiguration {
  /** Done, in this order. */
  readonly steps: readonly PlannedStep[];
  /** The step that was refused, after which nothing was tried; null if all were done. */
  readonly failed: { readonly kind: PlannedStep['kind']; readonly key: string; readonly code: string; readonly message: string } | null;
}

/**
 * Brings the organization to what a file says, step by step, each as a person would do it. What was done stays when a step is refused, and
 * the next time only the rest is left. Throws `configuration_conflict` if something is managed elsewhere, and `configuration_changed`
 * if the plan is another one than `digest` names.
 */
export const applyConfiguration = useCase({
  name: 'configuration/apply-configuration',
  access: 'admin',
  input: applyConfigurationInput,
  audit: 'Applied a configuration',
})(async (ctx, { digest, ...wanted }): Promise<AppliedConfiguration> => {
  const { plan, present, wanted: objects } = await readPlan(ctx, wanted);
  const [problem] = plan.problems;
  if (problem !== undefined) {
    const details = plan.problems.map(({ kind, key, message }) => ({ path: `${kind}.${key}`, message }));
    throw new DomainError('configuration_conflict', { message: problem.message, details });
  }
  if (digest !== undefined && digest !== digestOfPlan(plan)) throw new DomainError('configuration_changed');
  const { done, failed } = await applySteps(ctx, { ...wanted, objects }, plan.steps);
  const count = (action: PlannedStep['action']): number => done.filter((step) => step.action === action).length;
  const detail = {
    ...{ name: wanted.stack, created: count('create') + count('replace'), adopted: count('adopt'), updated: count('update') },
    ...{ deleted: count('delete'), failed: failed === null ? null : `${failed.kind} ${failed.key}: ${failed.code}` },
  };
  await withTransaction(ctx, async (_, audit) => audit({ detail }));
  return { steps: withNames(done, present), failed };
});
