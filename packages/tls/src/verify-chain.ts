import type { X509Certificate } from 'node:crypto';
import { type VerdictReason, verdictReasons } from '@notafter/domain';
import { parseAlternativeNames } from './alternative-names.ts';
import { hasReadableExtensions } from './extensions.ts';
import { matchesHost } from './host-match.ts';
import { createSignatureChecks, type SignatureChecks } from './issuance.ts';
import type { TrustStore } from './trust-store.ts';

export interface ChainVerdict {
  /** All that is wrong, in the vocabulary's order; empty when trusted. */
  readonly reasons: readonly VerdictReason[];
  /** The trusted root at the end of the path, null where no path was found. */
  readonly root: X509Certificate | null;
}

interface Chain {
  /** Leaf first, as sent. */
  readonly chain: readonly [X509Certificate, ...X509Certificate[]];
  readonly host: string;
  readonly now: Date;
}

interface Path {
  readonly certificates: readonly X509Certificate[];
  readonly end: 'root' | 'self_signed' | 'open';
}

const MAX_PATH = 10;
/** A hostile chain could make every certificate an issuer of every other one. */
const MAX_SIGNATURE_CHECKS = 64;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const ANY_PURPOSE = '2.5.29.37.0';
const weakHash = /md2|md4|md5|sha1(?!\d)|sha-1(?!\d)/i;

const namesItsIssuer = (child: X509Certificate, issuer: X509Certificate): boolean =>
  child.issuer === issuer.subject || child.checkIssued(issuer);

const isValidAt = (certificate: X509Certificate, now: Date): boolean =>
  certificate.validFromDate.getTime() <= now.getTime() && now.getTime() <= certificate.validToDate.getTime();

/** Prefers paths to a root, and among issuers those that are valid now; otherwise tells where the longest search ended. */
const findPath = ({ chain, now }: Chain, store: TrustStore, checks: SignatureChecks): Path => {
  const [leaf, ...others] = chain;
  let budget = MAX_SIGNATURE_CHECKS;
  const isIssuedBy = (child: X509Certificate, issuer: X509Certificate): boolean => {
    if (budget <= 0 || !namesItsIssuer(child, issuer)) return false;
    budget -= 1;
    return checks.isSignedBy(child, issuer);
  };
  const validFirst = (a: X509Certificate, b: X509Certificate): number => Number(isValidAt(b, now)) - Number(isValidAt(a, now));
  const extend = (path: readonly X509Certificate[]): Path => {
    const last = path.at(-1) ?? leaf;
    if (store.has(last)) return { certificates: path, end: 'root' };
    const root = store
      .issuersOf(last)
      .toSorted(validFirst)
      .find((candidate) => isIssuedBy(last, candidate));
    if (root !== undefined) return { certificates: [...path, root], end: 'root' };
    if (isIssuedBy(last, last)) return { certificates: path, end: 'self_signed' };
    let best: Path = { certificates: path, end: 'open' };
    if (path.length >= MAX_PATH) return best;
    const used = new Set(path.map((certificate) => certificate.fingerprint256));
    for (const issuer of others.toSorted(validFirst)) {
      if (used.has(issuer.fingerprint256) || !isIssuedBy(last, issuer)) continue;
      const found = extend([...path, issuer]);
      if (found.end === 'root') return found;
      if (best.end === 'open') best = found;
    }
    return best;
  };
  return extend([leaf]);
};

const pathReasons = ({ certificates, end }: Path, now: Date): VerdictReason[] => {
  const reasons: VerdictReason[] = [];
  if (!certificates.every(hasReadableExtensions)) reasons.push('malformed');
  if (end === 'self_signed') reasons.push(certificates.length === 1 ? 'self_signed' : 'untrusted_root');
  if (end === 'open') reasons.push('incomplete_chain');
  const [, ...issuers] = certificates;
  // `expired` speaks of the leaf, whose dates are judged anew later; an issuer out of date leaves no usable path.
  const intermediates = end === 'root' ? issuers.slice(0, -1) : issuers;
  const root = end === 'root' ? issuers.at(-1) : undefined;
  if (intermediates.some((issuer) => !isValidAt(issuer, now))) reasons.push('incomplete_chain');
  if (root !== undefined && !isValidAt(root, now)) reasons.push('untrusted_root');
  if (issuers.some((issuer) => !issuer.ca)) reasons.push('constraint_violation');
  // A root is trusted for being known, so the signature on itself does not matter.
  const endsAtRoot = end === 'root' || (end === 'self_signed' && issuers.length > 0);
  const signed = endsAtRoot ? certificates.slice(0, -1) : certificates;
  if (signed.some((certificate) => weakHash.test(certificate.signatureAlgorithm ?? ''))) reasons.push('weak_signature');
  if (certificates.some(hasWeakKey)) reasons.push('weak_key');
  return reasons;
};

const hasWeakKey = ({ publicKey }: X509Certificate): boolean => {
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  switch (publicKey.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return (modulusLength ?? 0) < 2048;
    case 'ec':
      return Number(/\d{3}/.exec(namedCurve ?? '')?.[0] ?? 0) < 256;
    case 'dsa':
      return true;
    default:
      return false;
  }
};

const leafReasons = ({ chain: [leaf], host, now }: Chain, selfSigned: boolean): VerdictReason[] => {
  const reasons: VerdictReason[] = [];
  if (now.getTime() > leaf.validToDate.getTime()) reasons.push('expired');
  if (now.getTime() < leaf.validFromDate.getTime()) reasons.push('not_yet_valid');
  if (!matchesHost(parseAlternativeNames(leaf.subjectAltName), host)) reasons.push('hostname_mismatch');
  // Node calls the extended key usages keyUsage; none at all means any purpose (RFC 5280 section 4.2.1.12).
  const purposes: readonly string[] | undefined = leaf.keyUsage;
  const forServers = purposes === undefined || purposes.includes(SERVER_AUTH) || purposes.includes(ANY_PURPOSE);
  // A self-signed server certificate is its own issuer, and tools mark it as a CA by default: that is no further fault.
  if (!forServers || (leaf.ca && !selfSigned)) reasons.push('wrong_purpose');
  return reasons;
};

export interface ChainJudge {
  /** Judges a chain for a host at an instant. Never throws: what cannot be read is `malformed`. */
  verifyChain(chain: Chain): ChainVerdict;
}

/**
 * Judges chains against the given roots: path with signatures, dates, name, purpose, strength. All reasons are
 * collected, so that repairing one does not merely uncover the next.
 */
export const createChainJudge = (store: TrustStore): ChainJudge => {
  const checks = createSignatureChecks();
  return {
    verifyChain(chain) {
      const found = new Set<VerdictReason>();
      let path: Path = { certificates: [], end: 'open' };
      try {
        path = findPath(chain, store, checks);
        for (const reason of pathReasons(path, chain.now)) found.add(reason);
        const selfSigned = path.end === 'self_signed' && path.certificates.length === 1;
        for (const reason of leafReasons(chain, selfSigned)) found.add(reason);
      } catch {
        found.add('malformed');
      }
      const root = path.end === 'root' ? (path.certificates.at(-1) ?? null) : null;
      return { reasons: verdictReasons.filter((reason) => found.has(reason)), root };
    },
  };
};
