import type { CertificateId } from '../ids.ts';
import { isWithin, readFoundName } from './names.ts';

/** This many results with one issuer and expiry date suggest one wildcard certificate. */
export const SHARED_BY_MIN = 3;

/** A wildcard name that could cover several results. */
export interface WildcardHint {
  /** e.g. `*.shop.example.com`. */
  readonly wildcard: string;
  /** `san`: a certificate names it. `shared`: results share issuer and expiry date. */
  readonly reason: 'san' | 'shared';
  /** `san`: results whose certificate names it. `shared`: the most results with one issuer and one expiry date. */
  readonly results: number;
  /** One of these results, to monitor instead; null without one. */
  readonly domain: string | null;
  /** The endpoint of the organization that already monitors `domain`. */
  readonly certificateId: CertificateId | null;
}

/** The name above a host, never above the searched domain. */
export const parentWithin = (host: string, domain: string): string => {
  const parent = host.slice(host.indexOf('.') + 1);
  return host !== domain && isWithin(parent, domain) ? parent : domain;
};

/** Returns the first wildcard at or below the domain among a certificate's names; null without one. */
export const wildcardNamed = (san: readonly string[], domain: string): string | null => {
  for (const name of san) {
    const read = name.startsWith('*.') ? readFoundName(name, domain) : null;
    if (read !== null) return `*.${read.host}`;
  }
  return null;
};

/** A result, or several with the same signs. */
export interface WildcardSigns {
  /** `wildcardNamed` of the certificate. */
  readonly named: string | null;
  /** `parentWithin` of the host. */
  readonly parent: string;
  /** Results of the run with this issuer and expiry date; 0 if a result has none. */
  readonly sharedBy: number;
}

/**
 * Returns the wildcard that a result suggests: the one its certificate names, else, if three or more results share its issuer and
 * expiry date, the one above it. Null for neither.
 */
export const wildcardOf = ({ named, parent, sharedBy }: WildcardSigns): string | null =>
  named ?? (sharedBy >= SHARED_BY_MIN ? `*.${parent}` : null);

/** Results with the same signs, issuer and expiry date. */
export interface SuggestingResults extends WildcardSigns {
  readonly results: number;
  readonly domain: string | null;
  readonly certificateId: CertificateId | null;
}

const HINTS_MAX = 20;

const hintOf = (wildcard: string, group: SuggestingResults): WildcardHint => {
  const { named, results, sharedBy, domain, certificateId } = group;
  return named === null
    ? { wildcard, reason: 'shared', results: sharedBy, domain, certificateId }
    : { wildcard, reason: 'san', results, domain, certificateId };
};

/** Results whose certificate names the wildcard are stronger evidence than similar ones; those with different dates are not similar. */
const joined = (known: WildcardHint, next: WildcardHint): WildcardHint => {
  if (known.reason !== next.reason) {
    const [named, shared] = known.reason === 'san' ? [known, next] : [next, known];
    return named.results > 0 ? named : shared;
  }
  if (known.reason === 'shared') return next.results > known.results ? next : known;
  const shown = known.domain === null || (known.certificateId === null && next.certificateId !== null) ? next : known;
  return { ...shown, results: known.results + next.results };
};

/** Returns the wildcards that results suggest, each once, those with the most results first. */
export const wildcardHints = (groups: readonly SuggestingResults[]): WildcardHint[] => {
  const hints = new Map<string, WildcardHint>();
  for (const group of groups) {
    const wildcard = wildcardOf(group);
    if (wildcard === null) continue;
    const hint = hintOf(wildcard, group);
    const known = hints.get(wildcard);
    hints.set(wildcard, known === undefined ? hint : joined(known, hint));
  }
  return [...hints.values()]
    .sort((one, other) => other.results - one.results || (one.wildcard < other.wildcard ? -1 : 1))
    .slice(0, HINTS_MAX);
};
