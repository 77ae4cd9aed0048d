/** A watched domain, as far as certificates concern it. */
interface Watch {
  /** Lower case, A-labels, without a dot at the end. */
  readonly domain: string;
  /** Organizations of the issuers that may issue for it; empty: any. */
  readonly allowedIssuers: readonly string[];
}

const isWildcard = (name: string): boolean => name.startsWith('*.');

const parentOf = (domain: string): string => domain.slice(domain.indexOf('.') + 1);

/** Returns a certificate's name and its parents, the longest first: the domains at or below which it is. */
export const domainsAbove = (name: string): string[] => {
  const labels = (isWildcard(name) ? name.slice(2) : name).split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
};

/** Returns the domain whose direct children a wildcard covers; null for other names. */
export const coveredParent = (name: string): string | null => (isWildcard(name) ? name.slice(2) : null);

/** The watches of an organization that a certificate concerns. */
export interface ConcernedWatches<W extends Watch> {
  /** Those at or above one of its names, and those that it covers as a wildcard. */
  readonly all: readonly W[];
  /** Where it belongs: the closest one at or above a name, else one that it covers. */
  readonly home: W;
  /**
   * The lists of allowed issuers that apply: for each name, that of the closest watch that has one. Its issuer needs to be on each.
   */
  readonly allowedIssuers: readonly (readonly string[])[];
}

export interface WatchIndex<W extends Watch> {
  /** Returns null if no watch is concerned. `found` are domains that are known to be concerned although no name in the list says so. */
  of(names: readonly string[], found?: readonly string[]): ConcernedWatches<W> | null;
}

const longestFirst = (one: Watch, other: Watch): number => other.domain.length - one.domain.length;

/** Finds watches by names, at a cost per name that does not depend on their number. */
export const createWatchIndex = <W extends Watch>(watches: readonly W[]): WatchIndex<W> => {
  const byDomain = new Map(watches.map((watch) => [watch.domain, watch]));
  const byParent = Map.groupBy(watches, ({ domain }) => parentOf(domain));
  const aboveOf = (name: string): W[] => domainsAbove(name).flatMap((domain) => byDomain.get(domain) ?? []);
  const coveredBy = (name: string): readonly W[] => byParent.get(coveredParent(name) ?? '') ?? [];
  return {
    of(names, found = []) {
      const above = new Set(names.flatMap(aboveOf));
      const covered = new Set(names.flatMap(coveredBy));
      // A certificate with very many names lists only some.
      const unlisted = found.flatMap((domain) => byDomain.get(domain) ?? []).filter((watch) => !above.has(watch) && !covered.has(watch));
      const all = [...new Set([...above, ...covered, ...unlisted])];
      const home = [...above].toSorted(longestFirst)[0] ?? all.toSorted(longestFirst)[0];
      if (home === undefined) return null;
      const deciding = new Set(
        [...names, ...unlisted.map(({ domain }) => domain)].flatMap((name) => [
          ...aboveOf(name)
            .filter(({ allowedIssuers }) => allowedIssuers.length > 0)
            .slice(0, 1),
          ...coveredBy(name).filter(({ allowedIssuers }) => allowedIssuers.length > 0),
        ]),
      );
      return { all, home, allowedIssuers: [...deciding].map(({ allowedIssuers }) => allowedIssuers) };
    },
  };
};
