import { getDomain } from 'tldts';

// The hosts are parsed already, so tldts need neither extract nor validate them. Private suffixes count: nobody can buy a
// wildcard for github.io.
const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

/** Returns the domain below which a wildcard certificate can be issued, by the public suffix list; null for addresses and bare suffixes. */
export const registrableDomainOf = (host: string): string | null => getDomain(host, options);
