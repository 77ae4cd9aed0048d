import type { CostSavings } from '../certificates/cost-savings.ts';

/** US dollars a year. */
export interface CostAssumptions {
  readonly wildcardGroup: number;
  readonly extraDomain: number;
  readonly individual: number;
}

/** Spec 2 section 9; a single certificate costs what spec 1 says. */
export const defaultCostAssumptions: CostAssumptions = { wildcardGroup: 300, extraDomain: 50, individual: 150 };

export const COST_ASSUMPTION_MAX = 100_000;

export interface CostEstimate {
  readonly annual: number;
  /** With a certificate for every name. */
  readonly individual: number;
  /** Below 0 if single certificates are cheaper. */
  readonly savings: number;
  /** Whole percent of `individual`, rounded down; 0 without names. */
  readonly savingsPercent: number;
}

/** Estimates a year's cost, with a wildcard for each group of names below one registrable domain. */
export const estimateCost = (
  { names, wildcardGroups, extraDomains }: Pick<CostSavings, 'names' | 'wildcardGroups' | 'extraDomains'>,
  assumptions: CostAssumptions = defaultCostAssumptions,
): CostEstimate => {
  const annual = wildcardGroups * assumptions.wildcardGroup + extraDomains * assumptions.extraDomain;
  const individual = names * assumptions.individual;
  const savings = individual - annual;
  return { annual, individual, savings, savingsPercent: individual === 0 ? 0 : Math.floor((100 * savings) / individual) };
};
