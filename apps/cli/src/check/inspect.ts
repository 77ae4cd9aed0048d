import type { CheckCommand } from '../commands.ts';
import type { Policy } from './policy.ts';
import { type Report, reportOf } from './report.ts';
import type { TargetProbe } from './target-probe.ts';
import type { ListedTarget } from './targets.ts';

export interface Inspected {
  readonly reports: readonly Report[];
  /** Why the target could not be checked, for people; null if it was. */
  readonly problem: string | null;
}

/** Checks one target of a list. Never rejects: a failure on this machine is returned as a problem. */
export const inspect = async (
  listed: ListedTarget,
  probeTarget: TargetProbe,
  { allAddresses, policy }: Pick<CheckCommand, 'allAddresses'> & { readonly policy: Policy | null },
  now: () => Date,
): Promise<Inspected> => {
  if ('problem' in listed) return { reports: [], problem: `'${listed.line}': ${listed.problem}` };
  try {
    const results = await probeTarget({ target: listed.target, allAddresses });
    return { reports: results.map((result) => reportOf(result, now(), policy)), problem: null };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { reports: [], problem: `${listed.target.host} could not be checked:  ${cause}` };
  }
};
