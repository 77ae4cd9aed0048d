import { createHash } from 'node:crypto';
import {
  type Configuration,
  type ConfigurationPlan,
  DomainError,
  newIdOf,
  type PlannedStep,
  type PlanProblem,
  type PresentObject,
  planConfiguration,
  readUpload,
  wantedObjects,
} from '@notafter/domain';
import type { OrgContext } from '../../context.ts';
import { typedDomainOf } from '../../typed-domain.ts';
import { readApplied } from './applied-rows.ts';
import { readPresentObjects } from './present-objects.ts';

/** A file, and how to apply it. */
export interface WantedPlan {
  readonly stack: string;
  readonly configuration: Configuration;
  readonly prune: boolean;
}

interface ReadUploads {
  /** Fingerprints by the key of the upload. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
  readonly problems: readonly PlanProblem[];
}

const readUploads = ({ gateways }: OrgContext, { uploads }: Configuration): ReadUploads => {
  const chains = new Map<string, readonly string[]>();
  const problems: PlanProblem[] = [];
  for (const { key, certificate } of uploads) {
    try {
      chains.set(
        key,
        readUpload(certificate, gateways.certificateReader).map(({ fingerprint256 }) => fingerprint256),
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      problems.push({ kind: 'upload', key, message: error.message });
    }
  }
  return { chains, problems };
};

/** Names that can't be watched, such as `co.uk`. */
const refusedDomains = ({ domains }: Configuration): PlanProblem[] =>
  domains.flatMap(({ key, domain }): PlanProblem[] => {
    try {
      typedDomainOf(domain);
      return [];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return [{ kind: 'domain', key, message: error.details[0]?.message ?? error.message }];
    }
  });

/** Returns what applying a file would do, with the objects of the file and of the organization. */
export const readPlan = async (ctx: OrgContext, { stack, configuration, prune }: WantedPlan) => {
  const present = await readPresentObjects(ctx);
  const applied = await readApplied(ctx.db, ctx.org.id);
  const { chains, problems } = readUploads(ctx, configuration);
  const wanted = wantedObjects(configuration, chains);
  const plan = planConfiguration({ stack, prune, wanted, present, applied });
  return { plan: { ...plan, problems: [...problems, ...refusedDomains(configuration), ...plan.problems] }, present, wanted };
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
