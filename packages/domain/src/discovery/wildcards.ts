import { isWithin, readFoundName } from './names.ts';

/** So many results of one issuer and expiry date look like one wildcard's work. */
export const SHARED_BY_MIN = 3;

/** A wildcard name that could watch several results at once. */
export interface WildcardHint {
  /** e.g. `*.shop.example.com`. */
  readonly wildcard: string;
  /** `san`: a certificate names it. `shared`: results share issuer and expiry date. */
  readonly reason: 'san' | 'shared';
  /** How many results it stands for. */
  readonly results: number;
  /** A result below it, to be monitored in its stead; null where there is none. */
  readonly domain: string | null;
}

/** The name above a host, never above the asked domain. */
export const parentWithin = (host: string, domain: string): string => {
  const parent = host.slice(host.indexOf('.') + 1);
  return host !== domain && isWithin(parent, domain) ? parent : domain;
};

/** The first wildcard at or below the domain among a certificate's names; null without one. */
export const wildcardNamed = (san: readonly string[], domain: string): string | null => {
  for (const name of san) {
    const read = name.startsWith('*.') ? readFoundName(name, domain) : null;
    if (read !== null) return `*.${read.host}`;
  }
  return null;
};

/** A result, or several that are alike in this. */
export interface WildcardSigns {
  /** `wildcardNamed` of the certificate. */
  readonly named: string | null;
  /** `parentWithin` of the host. */
  readonly parent: string;
  /** Results of the run with this issuer and expiry date; 0 where a result has none. */
  readonly sharedBy: number;
}

/**
 * The wildcard that a result suggests: the one its certificate names, else, where three or more results share its issuer
 * and expiry date, the one beside it. Null for neither.
 */
export const wildcardOf = ({ named, parent, sharedBy }: WildcardSigns): string | null =>
  named ?? (sharedBy >= SHARED_BY_MIN ? `*.${parent}` : null);

export interface SuggestingResults extends WildcardSigns {
  readonly results: number;
  readonly domain: string | null;
}

const HINTS_MAX = 20;

/** The wildcards that results suggest, those that stand for most of them first. */
export const wildcardHints = (groups: readonly SuggestingResults[]): WildcardHint[] => {
  const hints = new Map<string, WildcardHint>();
  for (const group of groups) {
    const wildcard = wildcardOf(group);
    if (wildcard === null) continue;
    const known = hints.get(wildcard);
    hints.set(wildcard, {
      wildcard,
      reason: known?.reason === 'san' || group.named !== null ? 'san' : 'shared',
      results: (known?.results ?? 0) + group.results,
      domain: known?.domain ?? group.domain,
    });
  }
  return [...hints.values()]
    .sort((one, other) => other.results - one.results || (one.wildcard < other.wildcard ? -1 : 1))
    .slice(0, HINTS_MAX);
};
