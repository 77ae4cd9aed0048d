import { SocketAddress } from 'node:net';
import { type CaaRecord, internalEndOf, type Looked, type NameFacts, type RenewalName, type SkippedName } from '@notafter/domain';
import { getDomain } from 'tldts';
import type { LookUp } from './look-up.ts';

/** Returns the domain that a registry registers; null for a public suffix. */
export const registrableDomainOf = (host: string): string | null => getDomain(host, { extractHostname: false, validateHostname: false });

/** The name and its parents, down to the top-level domain (RFC 8659 section 3). */
const climb = (name: string): string[] => name.split('.').map((_, index, labels) => labels.slice(index).join('.'));

const isAnswer = (looked: Looked<unknown>): boolean => looked.kind === 'empty' || looked.kind === 'absent';

/** Climbs to the relevant record set; the first fault ends the climb, because a CA could not go on either. */
export const climbCaa = async (lookUp: LookUp, name: string): Promise<NameFacts['caa']> => {
  const steps: { readonly owner: string; readonly looked: Looked<CaaRecord> }[] = [];
  for (const owner of climb(name)) {
    const looked = await lookUp(owner, 'CAA');
    steps.push({ owner, looked });
    if (!isAnswer(looked)) break;
  }
  return steps;
};

const textOf = (looked: Looked<{ readonly value: string }>): Looked<string> =>
  looked.kind === 'found' ? { ...looked, values: looked.values.map(({ value }) => value) } : looked;

const findMissingDomain = async (lookUp: LookUp, looked: Looked<unknown>): Promise<string | null> => {
  if (looked.kind !== 'absent' || looked.alias === null) return null;
  const domain = registrableDomainOf(looked.alias);
  return domain !== null && (await lookUp(domain, 'SOA')).kind === 'absent' ? domain : null;
};

export const lookUpChallenge = async (lookUp: LookUp, name: string): Promise<NameFacts['challenge']> => {
  const looked = textOf(await lookUp(`_acme-challenge.${name}`, 'TXT'));
  return { looked, missingDomain: await findMissingDomain(lookUp, looked) };
};

/** A record of the registrable domain may cover its subdomains (`policy=wildcard`). */
export const lookUpPersist = (lookUp: LookUp, name: string, domain: string): Promise<NameFacts['persist']> =>
  Promise.all(
    [...new Set([name, domain])].map(async (parent) => {
      const owner = `_validation-persist.${parent}`;
      return { owner, looked: textOf(await lookUp(owner, 'TXT')) };
    }),
  );

/** Addresses by family, as far as DNS gave them. */
export interface Addresses {
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
  /** NXDOMAIN. */
  readonly isGone: boolean;
}

export const lookUpAddresses = async (lookUp: LookUp, name: string): Promise<Addresses> => {
  const [a, aaaa] = await Promise.all([lookUp(name, 'A'), lookUp(name, 'AAAA')]);
  return {
    ipv4: a.kind === 'found' ? a.values.map(({ value }) => value) : [],
    ipv6: aaaa.kind === 'found' ? aaaa.values.map(({ value }) => new SocketAddress({ address: value, family: 'ipv6' }).address) : [],
    isGone: a.kind === 'absent' && a.alias === null,
  };
};

/** Returns why a name is not looked at: from here its public view cannot be seen. */
export const skipReason = (name: RenewalName, addresses: Addresses, isPublic: (address: string) => boolean): SkippedName | null => {
  const end = internalEndOf(name.name);
  if (end !== null) return { name: name.name, reason: `${name.name} is internal: public CAs cannot validate names below .${end}.` };
  const inside = [...addresses.ipv4, ...addresses.ipv6].find((address) => !isPublic(address));
  if (inside === undefined) return null;
  return { name: name.name, reason: `${name.name} resolves to the private address ${inside} here, so what a public CA sees is unknown.` };
};
