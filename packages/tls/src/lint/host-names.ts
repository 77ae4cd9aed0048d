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

/** Whether a name belongs to the operator of a private suffix: it is the suffix itself, or not below one. */
const isOperators = (name: string): boolean => {
  const { publicSuffix, isPrivate } = parse(name, options);
  return isPrivate !== true || publicSuffix === name;
};

/**
 * Whether a wildcard covers a public suffix, under which strangers register: `*.com`, `*.co.uk`. A private suffix such as
 * `github.io` belongs to its operator, who may have such a wildcard beside a name that no stranger can register (BR 3.2.2.6).
 */
export const isWildcardOfSuffix = (name: string, names: readonly string[]): boolean => {
  if (!name.startsWith('*.')) return name === '*';
  const below = name.slice(2).toLowerCase();
  const { publicSuffix, isPrivate } = parse(below, options);
  if (publicSuffix !== below) return false;
  const operator = getDomain(below, registered);
  const isOfOperator = (each: string): boolean => getDomain(each, registered) === operator && isOperators(each);
  return isPrivate !== true || !names.some((each) => !each.startsWith('*') && isOfOperator(each.toLowerCase()));
};
