import { createHash } from 'node:crypto';
import {
  type Configuration,
  type ConfigurationPlan,
  newIdOf,
  type PlannedStep,
  type PresentObject,
  planConfiguration,
  wantedObjects,
} from '@notafter/domain';
import type { OrgContext } from '../../context.ts';
import { readApplied } from './applied-rows.ts';
import { readPresentObjects } from './present-objects.ts';

/** A file, and how to apply it. */
export interface WantedPlan {
  readonly stack: string;
  readonly configuration: Configuration;
  readonly prune: boolean;
}

export const readPlan = async (ctx: OrgContext, { stack, configuration, prune }: WantedPlan) => {
  const present = await readPresentObjects(ctx);
  const applied = await readApplied(ctx.db, ctx.org.id);
  const plan = planConfiguration({ stack, prune, wanted: wantedObjects(configuration), present, applied });
  return { plan, present };
};

/** Changes with everything that a person agrees to. Of a secret, only whether it changes. */
export const digestOfPlan = ({ steps, problems }: ConfigurationPlan): string =>
  createHash('sha256')
    .update(JSON.stringify([steps, problems]))
    .digest('base64url');

/** Puts names in the place of IDs, for people. */
export const withNames = (steps: readonly PlannedStep[], present: readonly PresentObject[]): PlannedStep[] => {
  const labels = new Map(present.map(({ id, label }) => [id, label]));
  const created = new Map(steps.map((step) => [newIdOf(step), step.label]));
  const named = (value: PlannedStep['changes'][number]['to']) =>
    Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? (labels.get(one) ?? created.get(one) ?? one) : one)) : value;
  return steps.map((step) => ({
    ...step,
    changes: step.changes.map((change) => ({ ...change, from: named(change.from), to: named(change.to) })),
  }));
};
