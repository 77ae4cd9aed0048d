import { type AddressResolver, createAddressPolicy, createGuard, createGuardedFetch } from '@notafter/net';
import { createIssuerFetcher, type IssuerFetcher } from '../missing-issuer/issuer-fetcher.ts';
import { type CrlChecker, createCrlChecker } from '../revocation/crl-checker.ts';

/** Fetchers for the CRLs and issuers that certificates name. */
export interface NamedSources {
  readonly crls: CrlChecker;
  /**
   * The same for chains that end at an organization's anchors. Its admins can name any CRL, so these have less room, and none of
   * them displaces one of a public CA.
   */
  readonly crlsBelowAnchors: CrlChecker;
  readonly issuers: IssuerFetcher;
}

export interface NamedSourcesOptions {
  readonly resolver: AddressResolver;
  /** CIDRs of private space to fetch from for a server that was dialed in private space. */
  readonly targetAllow: readonly string[];
  /** The same for a server that was dialed in public space. */
  readonly publicTargetAllow: readonly string[];
  readonly extraCaPem?: string | undefined;
}

const roomBelowAnchors = { maxBytes: 2_000_000, maxCacheBytes: 16_000_000, maxAtOnce: 4 } as const;

/**
 * Returns the sources for the address that was dialed; empty for a certificate that nobody served. A stranger's server must not make this machine call its own network.
 * Throws RangeError for a range that cannot be read.
 */
export const createNamedSources = ({ resolver, targetAllow, publicTargetAllow, extraCaPem }: NamedSourcesOptions) => {
  const sourcesWithin = (allow: readonly string[]): NamedSources => {
    const guard = createGuard(resolver, createAddressPolicy({ allow }));
    const fetch = createGuardedFetch({ guard, ...(extraCaPem === undefined ? {} : { extraCaPem }) });
    return {
      crls: createCrlChecker({ fetch }),
      crlsBelowAnchors: createCrlChecker({ fetch, ...roomBelowAnchors }),
      issuers: createIssuerFetcher(fetch),
    };
  };
  const ofPrivate = sourcesWithin(targetAllow);
  if (publicTargetAllow === targetAllow) return (): NamedSources => ofPrivate;
  const ofPublic = sourcesWithin(publicTargetAllow);
  const publicSpace = createAddressPolicy({ allow: [] });
  return (dialed: string): NamedSources => (dialed === '' || publicSpace.isAllowed(dialed) ? ofPublic : ofPrivate);
};
