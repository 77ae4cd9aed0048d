/** US dollars a year; spec 1 section 9. */
export const INDIVIDUAL_COST = 150;
export const WILDCARD_COST = 500;

/** Names below one registrable domain, which one wildcard certificate would replace. */
export interface WildcardGroup {
  readonly parent: string;
  readonly names: number;
  readonly individualCost: number;
  readonly wildcardCost: number;
  /** Below 0 if single certificates are cheaper. */
  readonly saving: number;
}

export interface CostSavings {
  readonly names: number;
  /** A certificate for every name. */
  readonly individualCost: number;
  readonly wildcardGroups: number;
  /** Names outside every group. */
  readonly extraDomains: number;
  /** A wildcard for every group and a certificate for every extra domain. */
  readonly groupedCost: number;
  /** Savings from wildcards, counting only groups that save. */
  readonly savings: number;
  /** The groups that save most, best first. */
  readonly groups: readonly WildcardGroup[];
  readonly assumptions: { readonly individual: number; readonly wildcard: number };
}

const GROUPS_LISTED = 20;

const groupOf = (parent: string, names: number): WildcardGroup => {
  const individualCost = names * INDIVIDUAL_COST;
  return { parent, names, individualCost, wildcardCost: WILDCARD_COST, saving: individualCost - WILDCARD_COST };
};

/**
 * Returns what wildcard certificates would save. `namesByParent` counts the monitored names below each registrable domain, so that
 * `co.uk` is not a parent; `withoutParent` are names without one, such as addresses.
 */
export const estimateSavings = (namesByParent: ReadonlyMap<string, number>, withoutParent: number): CostSavings => {
  const groups: WildcardGroup[] = [];
  let extraDomains = withoutParent;
  for (const [parent, names] of namesByParent) {
    if (names > 1) groups.push(groupOf(parent, names));
    else extraDomains += names;
  }
  const names = groups.reduce((sum, group) => sum + group.names, extraDomains);
  return {
    names,
    individualCost: names * INDIVIDUAL_COST,
    wildcardGroups: groups.length,
    extraDomains,
    groupedCost: groups.length * WILDCARD_COST + extraDomains * INDIVIDUAL_COST,
    savings: groups.reduce((sum, { saving }) => sum + Math.max(saving, 0), 0),
    groups: groups.sort((one, other) => other.saving - one.saving || (one.parent < other.parent ? -1 : 1)).slice(0, GROUPS_LISTED),
    assumptions: { individual: INDIVIDUAL_COST, wildcard: WILDCARD_COST },
  };
};
