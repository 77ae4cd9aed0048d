import { SECOND_MS } from '@notafter/domain';
import type { Certificate } from '../x509/certificate.ts';
import type { TrustStore } from './trust-store.ts';

/** Certificates that each signed the one before, leaf first. */
export interface Path {
  readonly certificates: readonly Certificate[];
  /** `root`: the last one is an anchor; `self_signed`: it signed itself; `open`: its issuer was not found. */
  readonly end: 'root' | 'self_signed' | 'open';
  /** For an open path: a candidate with the issuer's name was sent, but its key did not sign. */
  readonly isDisowned: boolean;
}

/** Web PKI paths have three or four certificates; Chrome and Firefox stop near this too. */
const MAX_DEPTH = 12;
/** Signatures computed per chain; a hostile one could make every certificate an issuer of all others. */
const MAX_SIGNATURES = 64;
const MAX_STEPS = 2_000;
/** Paths to an anchor that are judged; dead ends count as steps only. */
const MAX_PATHS = 64;
/** Certificates after these are ignored. */
export const MAX_SENT = 100;

const isValidAt = ({ notBefore, notAfter }: Certificate, now: number): boolean => notBefore <= now && now < notAfter + SECOND_MS;

/** Ranks a candidate issuer: not an authority, expired, or a different key identifier. A hint only. */
const unlikelihood = (child: Certificate, issuer: Certificate, now: number): number => {
  const wanted = child.extensions.authorityKeyIdentifier;
  const own = issuer.extensions.subjectKeyIdentifier;
  const isUnfit = issuer.extensions.basicConstraints?.isCa !== true || issuer.extensions.unknownCritical !== null;
  return (isUnfit ? 4 : 0) + (isValidAt(issuer, now) ? 0 : 2) + (wanted !== null && own !== null && wanted !== own ? 1 : 0);
};

/** The same name and key are the same authority, even if the rest differs (RFC 4158 section 5.2). A path contains it once. */
const holds = (path: readonly Certificate[], issuer: Certificate): boolean =>
  path.some((each) => each === issuer || (each.subjectKey === issuer.subjectKey && each.spki.equals(issuer.spki)));

/**
 * Visits all paths from `leaf` over `others` (as sent: in any order, repeated, unrelated, cross-signed) to an anchor of
 * `store`, likely and short ones first, and dead ends too (RFC 5280 section 6.1, RFC 4158). `see` returns true to stop.
 * Work is bounded by depth, signatures, steps and paths.
 */
export const eachPath = (
  leaf: Certificate,
  others: readonly Certificate[],
  store: TrustStore,
  now: number,
  see: (path: Path) => boolean,
): void => {
  let signatures = 0;
  let steps = 0;
  let paths = 0;
  const complete = (certificates: readonly Certificate[], end: Path['end'], isDisowned = false): boolean => {
    if (end === 'root') paths += 1;
    return see({ certificates, end, isDisowned }) || paths >= MAX_PATHS;
  };
  /** Results per certificate and key: cross-signed authorities have many certificates for one key. */
  const found = new Map<Certificate, { readonly spki: Buffer; readonly isSigned: boolean }[]>();
  const isSigned = (child: Certificate, issuer: Certificate): boolean => {
    if (child.knowsWhether(issuer)) return child.isSignedBy(issuer);
    const keys = found.get(child) ?? [];
    const known = keys.find(({ spki }) => spki.equals(issuer.spki));
    if (known !== undefined) return known.isSigned;
    if (signatures >= MAX_SIGNATURES) return false;
    signatures += 1;
    const result = child.isSignedBy(issuer);
    found.set(child, [...keys, { spki: issuer.spki, isSigned: result }]);
    return result;
  };
  const candidates = (child: Certificate): Certificate[] => {
    const anchors = store.named(child.issuerKey);
    const sent = others.filter((each) => each.unreadable === null && each.subjectKey === child.issuerKey && !anchors.includes(each));
    if (anchors.length + sent.length < 2) return anchors.length === 0 ? sent : [...anchors];
    const likelyFirst = (a: Certificate, b: Certificate): number => unlikelihood(child, a, now) - unlikelihood(child, b, now);
    return [...anchors.toSorted(likelyFirst), ...sent.toSorted(likelyFirst)];
  };
  const extend = (path: readonly Certificate[]): boolean => {
    const last = path.at(-1) ?? leaf;
    if (store.find(last) !== undefined) return complete(path, 'root');
    let extended = false;
    let isDisowned = false;
    if (path.length < MAX_DEPTH) {
      for (const issuer of candidates(last)) {
        steps += 1;
        if (steps > MAX_STEPS) break;
        if (holds(path, issuer)) continue;
        if (!isSigned(last, issuer)) {
          isDisowned = true;
          continue;
        }
        extended = true;
        if (extend([...path, issuer])) return true;
      }
    }
    if (extended) return false;
    return last.isSelfIssued && isSigned(last, last) ? complete(path, 'self_signed') : complete(path, 'open', isDisowned);
  };
  extend([leaf]);
};
