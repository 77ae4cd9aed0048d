import { DomainError, readDiscoveryDomain } from '@notafter/domain';
import { getPublicSuffix } from 'tldts';

// Private suffixes count: nobody's certificates are meant by all that is below github.io.
const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

const invalid = (message?: string): DomainError => {
  const error = new DomainError('discovery_domain_invalid', message === undefined ? {} : { message });
  return new DomainError('discovery_domain_invalid', { message: error.message, details: [{ path: 'domain', message: error.message }] });
};

/** The public suffix below the domain under which a host stands, as `s3.amazonaws.com` below `amazonaws.com`; null without one. */
export const suffixBetween = (host: string, domain: string): string | null => {
  const suffix = getPublicSuffix(host, options);
  return suffix !== null && suffix.length > domain.length && suffix.endsWith(`.${domain}`) ? suffix : null;
};

/** The domain, from what a person typed. Throws `discovery_domain_invalid`, for a public suffix too. */
export const typedDomainOf = (input: string): string => {
  const domain = readDiscoveryDomain(input);
  if (domain === null) throw invalid();
  if (getPublicSuffix(domain, options) === domain) {
    throw invalid(`${domain} is a suffix below which anybody may register names. Enter a domain such as example.${domain}.`);
  }
  return domain;
};
