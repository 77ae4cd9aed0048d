import { domainToASCII } from 'node:url';
import type { DomainMatcher } from '@notafter/domain';

/** Longer names cannot be host names (RFC 1035 section 2.3.4). */
const NAME_MAX = 253;
const plain = /^[a-z0-9._*-]*$/;
const ascii = /^[\0-\x7f]*$/;

/** Whether a comparable name consists of the characters of host names. */
export const isPlainName = (name: string): boolean => plain.test(name);

const withoutEndDot = (name: string): string => (name.endsWith('.') ? name.slice(0, -1) : name);

/** Returns a name that is text as it is compared: lower case, A-labels, no dot at the end. */
export const comparableText = (text: string): string => {
  const name = withoutEndDot(text.toLowerCase());
  if (plain.test(name)) return name;
  const [stars, host] = name.startsWith('*.') ? ['*.', name.slice(2)] : ['', name];
  const ascii = domainToASCII(host);
  return ascii === '' ? name : stars + ascii;
};

/**
 * Returns the same of a name in a certificate, given as Latin-1. Certificates carry A-labels, but some have the characters
 * themselves in UTF-8. A name that is too long keeps its end, which decides to which domain it belongs.
 */
export const comparableName = (raw: string): string => {
  // One more for a dot at the end.
  const bounded = raw.length > NAME_MAX + 1 ? raw.slice(-NAME_MAX - 1) : raw;
  const name = withoutEndDot(bounded.toLowerCase());
  return plain.test(name) ? name : comparableText(Buffer.from(bounded, 'latin1').toString('utf8'));
};

/** Returns the same of a name that was decoded, as names tiles have it. */
export const comparableDecodedName = (text: string): string =>
  comparableName(ascii.test(text) ? text : Buffer.from(text).toString('latin1'));

/** Calls `see` with the parents of a name of up to `labels` labels, the shortest first, until it returns true. */
const someParent = (name: string, labels: number, see: (parent: string) => boolean): boolean => {
  let at = name.length;
  for (let count = 0; count < labels && at > 0; count += 1) {
    at = name.lastIndexOf('.', at - 1);
    if (see(at === -1 ? name : name.slice(at + 1))) return true;
    if (at === -1) return false;
  }
  return false;
};

/**
 * Creates a matcher for watched domains, whose cost per name does not depend on their number. A name matches a domain at which or
 * below which it is. `*.example.com` also concerns the watched `www.example.com`, for which it is valid.
 */
export const createDomainMatcher = (domains: Iterable<string>): DomainMatcher => {
  const watched = new Set<string>();
  const children = new Map<string, string[]>();
  let labels = 0;
  for (const typed of domains) {
    const domain = comparableText(typed).replace(/^\*\./, '');
    if (domain === '' || watched.has(domain)) continue;
    watched.add(domain);
    labels = Math.max(labels, domain.split('.').length);
    const dot = domain.indexOf('.');
    if (dot === -1) continue;
    const parent = domain.slice(dot + 1);
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [domain]);
    else known.push(domain);
  }
  const isWatched = (parent: string): boolean => watched.has(parent);
  const coveredBy = (name: string): readonly string[] => (name.startsWith('*.') ? (children.get(name.slice(2)) ?? []) : []);
  return {
    size: watched.size,
    matches: (name) => someParent(name, labels, isWatched) || (name.startsWith('*.') && children.has(name.slice(2))),
    domainsOf: (name) => {
      const found: string[] = [];
      someParent(name, labels, (parent) => {
        if (watched.has(parent)) found.push(parent);
        return false;
      });
      return [...found, ...coveredBy(name)];
    },
  };
};
