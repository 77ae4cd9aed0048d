import { getDomain, parse } from 'tldts';

// The names are checked apart, so tldts need neither extract nor validate them.
const options = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;
const registered = { ...options, allowPrivateDomains: false } as const;

export const MAX_NAME = 253;
export const MAX_LABEL = 63;

/** The labels, without a leading star. */
export const labelsOf = (name: string): string[] => (name.startsWith('*.') ? name.slice(2) : name).split('.');

export const isDottedQuad = (name: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);

/** Whether a name ends in a top-level domain of the public DNS, or in `onion` (BR appendix B). */
export const isPublicName = (name: string): boolean => {
  const { isIcann, isPrivate } = parse(labelsOf(name.toLowerCase()).join('.'), options);
  return isIcann === true || isPrivate === true || /\.onion$/i.test(name);
};

/** Returns the registered domain of a name that no stranger can register below a private suffix; null for all others. */
const operatedDomain = (name: string): string | null => {
  const { publicSuffix, isPrivate } = parse(name, options);
  return isPrivate !== true || publicSuffix === name ? getDomain(name, registered) : null;
};

/**
 * Returns the first wildcard over a public suffix, below which strangers register: `*.com`, `*.co.uk`. A private suffix such as
 * `github.io` belongs to its operator, who may have such a wildcard beside a name that no stranger can register (BR 3.2.2.6).
 */
export const findWildcardOfSuffix = (names: readonly string[]): string | undefined => {
  let operated: ReadonlySet<string | null> | undefined;
  return names.find((name) => {
    if (!name.startsWith('*.')) return name === '*';
    const below = name.slice(2).toLowerCase();
    const { publicSuffix, isPrivate } = parse(below, options);
    if (publicSuffix !== below) return false;
    operated ??= new Set(names.filter((each) => !each.startsWith('*')).map((each) => operatedDomain(each.toLowerCase())));
    return isPrivate !== true || !operated.has(getDomain(below, registered));
  });
};
