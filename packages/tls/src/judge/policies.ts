import type { Certificate } from '../x509/certificate.ts';
import { ANY_POLICY } from '../x509/policies.ts';

/** Certificates until each rule takes effect; a rule that is not set takes effect below the end of every path. */
interface Countdown {
  explicit: number;
  mapping: number;
  any: number;
}

/** Returns the policies that remain valid below a certificate with these policies (RFC 5280 section 6.1.3 d and e). */
const narrowed = (valid: ReadonlySet<string>, policies: readonly string[], takesAny: boolean): Set<string> => {
  const next = new Set(policies.filter((policy) => policy !== ANY_POLICY && (valid.has(policy) || valid.has(ANY_POLICY))));
  if (takesAny && policies.includes(ANY_POLICY)) for (const policy of valid) next.add(policy);
  return next;
};

/** Applies policy mappings (RFC 5280 section 6.1.4 b). */
const mapped = (valid: Set<string>, { extensions }: Certificate, isAllowed: boolean): Set<string> => {
  const mappings = extensions.policyMappings ?? [];
  const next = new Set(valid);
  for (const [issuers] of mappings) next.delete(issuers);
  if (!isAllowed) return next;
  for (const [issuers, subjects] of mappings) if (valid.has(issuers) || valid.has(ANY_POLICY)) next.add(subjects);
  return next;
};

const countDown = (left: Countdown, { isSelfIssued, extensions }: Certificate): void => {
  const { policyConstraints, inhibitAnyPolicy } = extensions;
  const step = (count: number, limit: number | null | undefined): number =>
    Math.min(isSelfIssued ? count : Math.max(0, count - 1), limit ?? Number.POSITIVE_INFINITY);
  left.explicit = step(left.explicit, policyConstraints?.requireExplicit);
  left.mapping = step(left.mapping, policyConstraints?.inhibitMapping);
  left.any = step(left.any, inhibitAnyPolicy);
};

/**
 * Returns the depth of the certificate without a valid policy when it or one above it requires one, or null. The initial
 * policy set is anyPolicy, so policies matter only through `policyConstraints`. Implements RFC 5280 section 6.1 with sets
 * instead of a tree, which grows without bound (RFC 9618). An anchor's policies do not count.
 */
export const policyFault = (certificates: readonly Certificate[]): number | null => {
  const last = certificates.length - 1;
  if (certificates.every(({ extensions }, depth) => depth === last || extensions.policyConstraints === null)) return null;
  const left: Countdown = { explicit: last + 1, mapping: last + 1, any: last + 1 };
  let valid = new Set([ANY_POLICY]);
  for (let depth = last - 1; depth >= 0; depth -= 1) {
    const certificate = certificates[depth];
    if (certificate === undefined) return null;
    const { certificatePolicies, policyConstraints } = certificate.extensions;
    const takesAny = left.any > 0 || (depth > 0 && certificate.isSelfIssued);
    valid = certificatePolicies === null ? new Set() : narrowed(valid, certificatePolicies, takesAny);
    if (left.explicit === 0 && valid.size === 0) return depth;
    if (depth === 0) {
      const isAsked = left.explicit <= 1 || policyConstraints?.requireExplicit === 0;
      return isAsked && valid.size === 0 ? 0 : null;
    }
    valid = mapped(valid, certificate, left.mapping > 0);
    countDown(left, certificate);
  }
  return null;
};
