import {
  type CloudAccountId,
  type CloudSlug,
  clouds,
  findRegion,
  type Region,
  type ServicePlan,
  type ServicePlanName,
  type SolutionSlug,
  servicePlan,
  solutionSlugs,
  solutions,
} from '@notafter/domain';
import { useState } from 'react';
import { rememberInTab } from '../../../api/tab-store.ts';
import type { CloudOffer } from '../types.ts';

export interface Choices {
  readonly solution: SolutionSlug | null;
  readonly cloud: CloudSlug | null;
  /** Null: the first one that the cloud has, or the operator's. */
  readonly account: CloudAccountId | null;
  readonly region: string | null;
  readonly plan: ServicePlanName | null;
}

/** Everything that a deployment needs. */
export interface Chosen {
  readonly solution: SolutionSlug;
  readonly offer: CloudOffer;
  readonly account: CloudAccountId | null;
  readonly region: Region;
  readonly plan: ServicePlan;
}

/** Returns why a solution cannot run on a cloud; null if it can. */
export const reasonAgainst = ({ cloud, solutions: supports }: CloudOffer, solution: SolutionSlug): string | null => {
  const { name, isOffered } = solutions[solution];
  if (!isOffered && cloud !== 'local') return `${name} is not offered on ${clouds[cloud].name}.`;
  const support = supports[solution];
  return support.runs ? null : support.reason;
};

/** The solutions of the catalog: those offered everywhere, and those that this server can run besides. */
export const listedSolutions = (offers: readonly CloudOffer[]): readonly SolutionSlug[] =>
  solutionSlugs.filter(
    (slug) => solutions[slug].isOffered || offers.some((offer) => offer.cloud === 'local' && offer.solutions[slug].runs),
  );

const nothing: Choices = { solution: null, cloud: null, account: null, region: null, plan: null };

/** Holds what is chosen on a create screen, and stores it in the tab. Another cloud has other regions, and maybe not the solution. */
export function useChoices(offers: readonly CloudOffer[], initialSolution: SolutionSlug | null) {
  const [choices, setChoices] = useState<Choices>({ ...nothing, solution: initialSolution });
  const offer = offers.find(({ cloud }) => cloud === choices.cloud) ?? null;
  const choose = (changed: Partial<Choices>): void => {
    const next = { ...choices, ...changed };
    setChoices(next);
    rememberInTab({ database: next.solution, cloud: next.cloud, region: next.region, plan: next.plan });
  };
  const chooseCloud = (next: CloudOffer): void => {
    if (next.cloud === choices.cloud) return;
    const runs = choices.solution !== null && reasonAgainst(next, choices.solution) === null;
    choose({ cloud: next.cloud, account: next.accounts[0]?.id ?? null, region: null, plan: null, ...(runs ? {} : { solution: null }) });
  };
  return { choices, offer, chosen: chosenOf(choices, offer), choose, chooseCloud };
}

const chosenOf = ({ solution, account, region: code, plan }: Choices, offer: CloudOffer | null): Chosen | null => {
  const region = offer === null || code === null ? null : findRegion(offer.cloud, code);
  return offer === null || region === null || solution === null || plan === null
    ? null
    : { solution, offer, account, region, plan: servicePlan(plan) };
};
