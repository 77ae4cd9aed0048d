import { DerError, type DerReader, implicitTag, tags } from './der.ts';
import { identifierText, smallInteger } from './der-values.ts';

/** Matches every policy (RFC 5280 section 4.2.1.4). */
export const ANY_POLICY = '2.5.29.32.0';

/** Real certificates have a handful. */
const MAX_POLICIES = 100;

/** Returns the policies of a certificate, dotted, without duplicates (RFC 5280 section 4.2.1.4). Skips qualifiers. */
export const readPolicies = (reader: DerReader): readonly string[] => {
  reader.enter(tags.sequence);
  const policies: string[] = [];
  while (reader.more) {
    if (policies.length === MAX_POLICIES) throw new DerError('There are too many policies.');
    reader.expect(tags.sequence);
    const policy = reader.inside();
    policy.expect(tags.objectIdentifier);
    const name = identifierText(policy);
    if (policies.includes(name)) throw new DerError('A policy is duplicated.');
    if (policy.skipIf(tags.sequence)) policy.finish();
    else if (policy.more) throw new DerError('A policy has unknown qualifiers.');
    policies.push(name);
  }
  if (policies.length === 0) throw new DerError('The list of policies is empty.');
  return policies;
};

/** Returns the policy mappings of an issuer; anyPolicy cannot be mapped (RFC 5280 section 4.2.1.5). */
export const readPolicyMappings = (reader: DerReader): readonly (readonly [issuers: string, subjects: string])[] => {
  reader.enter(tags.sequence);
  const mappings: [string, string][] = [];
  while (reader.more) {
    if (mappings.length === MAX_POLICIES) throw new DerError('There are too many policies.');
    reader.expect(tags.sequence);
    const mapping = reader.inside();
    mapping.expect(tags.objectIdentifier);
    const issuers = identifierText(mapping);
    mapping.expect(tags.objectIdentifier);
    const subjects = identifierText(mapping);
    mapping.finish();
    if (issuers === ANY_POLICY || subjects === ANY_POLICY) throw new DerError('anyPolicy is mapped.');
    mappings.push([issuers, subjects]);
  }
  if (mappings.length === 0) throw new DerError('The list of policies is empty.');
  return mappings;
};

/** Returns the number of certificates until each rule takes effect; null if never (RFC 5280 section 4.2.1.11). */
export interface PolicyConstraints {
  readonly requireExplicit: number | null;
  readonly inhibitMapping: number | null;
}

export const readPolicyConstraints = (reader: DerReader): PolicyConstraints => {
  reader.enter(tags.sequence);
  if (!reader.more) throw new DerError('The policy constraints are empty.');
  const requireExplicit = reader.skipIf(implicitTag(0)) ? smallInteger(reader) : null;
  const inhibitMapping = reader.skipIf(implicitTag(1)) ? smallInteger(reader) : null;
  reader.finish();
  return { requireExplicit, inhibitMapping };
};

/** RFC 5280 section 4.2.1.14. */
export const readInhibitAnyPolicy = (reader: DerReader): number => {
  reader.expect(tags.integer);
  reader.finish();
  return smallInteger(reader);
};
