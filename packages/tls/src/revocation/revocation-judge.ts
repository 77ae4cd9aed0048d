import { hash } from 'node:crypto';
import type { RevocationFact, VerdictWarning } from '@notafter/domain';
import { RecentMap } from '../judge/certificate-cache.ts';
import { describeCertificate } from '../judge/finding.ts';
import type { ChainVerdict } from '../judge/verify-chain.ts';
import type { Certificate } from '../x509/certificate.ts';
import { type CrlChecker, fetchableUrls } from './crl-checker.ts';
import type { CrlSubject } from './judge-crl.ts';
import { readOcspResponse } from './ocsp-response.ts';
import type { RevocationOutcome } from './outcome.ts';

export interface RevocationQuestion {
  readonly verdict: ChainVerdict;
  /** The OCSP response that the server stapled; null if it was requested and not sent. */
  readonly staple: Uint8Array | null;
  readonly now: Date;
  /** How long to wait for CRLs that are not cached. */
  readonly waitMs: number;
  /** Null: CRLs are not fetched, and only staples count. */
  readonly crls: CrlChecker | null;
}

export interface RevocationAnswer {
  readonly fact: RevocationFact;
  readonly warnings: readonly VerdictWarning[];
}

export interface RevocationJudge {
  /** Starts the checks of staple and CRLs. The leaf is not used after this returns, so its bytes can be reused. */
  ask(question: RevocationQuestion): RevocationAnswer | Promise<RevocationAnswer>;
}

export interface RevocationJudgeOptions {
  readonly maxKnownLeaves?: number;
}

/** The facts of a leaf, without its bytes, and the staple it was last served with. */
interface KnownLeaf {
  readonly subject: CrlSubject;
  readonly hasList: boolean;
  readonly mustStaple: boolean;
  staple: { readonly print: string; readonly issuer: Certificate; readonly outcome: RevocationOutcome } | null;
}

interface Found {
  readonly staple: RevocationOutcome | null;
  readonly list: RevocationOutcome | null;
  /** Answers of CRLs about revoked issuers. */
  readonly issuers: readonly string[];
}

const notChecked = (detail: string): RevocationFact => ({ status: 'not_checked', source: null, detail, checkedAt: null });
const noIssuer = notChecked('The issuer is unknown, so revocation cannot be checked.');
const untrusted = notChecked('The chain does not end at a trusted root, so CRLs are not fetched.');
const switchedOff = notChecked('Fetching CRLs is turned off.');
const noList = notChecked('The certificate has no CRL URL.');

const nothing = Buffer.alloc(0);
/** Not from Node's shared pool: each one is stored, and would retain 8 KB of the pool. */
const ownCopy = (bytes: Buffer): Buffer => Buffer.from(Uint8Array.from(bytes).buffer);

const knownLeafOf = ({ issuerKey, serial, extensions }: Certificate): KnownLeaf => {
  const { crlUrls, basicConstraints, mustStaple } = extensions;
  const hasList = fetchableUrls({ extensions }).length > 0;
  const subject: CrlSubject = { issuerKey, serial: hasList ? ownCopy(serial) : nothing, extensions: { crlUrls, basicConstraints } };
  return { subject, hasList, mustStaple, staple: null };
};

/** A CRL wins over a staple: a server can continue to staple an outdated answer. */
const factOf = ({ staple, list, issuers }: Found, checkedAt: Date): RevocationFact | null => {
  if (staple === null && list === null && issuers.length === 0) return null;
  const sources = [
    { source: 'crl', outcome: list },
    { source: 'ocsp', outcome: staple },
  ] as const;
  for (const wanted of ['revoked', 'good', 'stale', 'unknown'] as const) {
    if (wanted === 'good' && issuers.length > 0) return { status: 'revoked', source: 'crl', detail: issuers.join(' '), checkedAt };
    const best = sources.find(({ outcome }) => outcome?.status === wanted);
    if (best?.outcome == null) continue;
    // Without the CRL's nextUpdate: the fact is stored, and would change with each new CRL.
    const detail = wanted === 'good' ? 'Not revoked.' : best.outcome.detail;
    return { status: wanted === 'stale' ? 'unknown' : wanted, source: best.source, detail, checkedAt };
  }
  return null;
};

const stapleWarning = (staple: RevocationOutcome | null, wasSent: boolean, mustStaple: boolean): VerdictWarning[] => {
  if (!wasSent) return mustStaple ? ['must_staple'] : [];
  if (staple?.status === 'stale') return ['stale_staple'];
  return staple?.status === 'unknown' ? ['invalid_staple'] : [];
};

/** A CRL that fails does not matter while a staple proves the same. */
const listWarning = (list: RevocationOutcome | null, { status }: RevocationFact): VerdictWarning[] => {
  if (list === null || status !== 'unknown') return [];
  return [list.status === 'stale' ? 'stale_crl' : 'revocation_unknown'];
};

/**
 * Checks whether the certificates of a path are revoked. The status of a leaf is cached by fingerprint and bound to the CRL
 * or staple it came from, so the cache never hides a later revocation.
 */
export const createRevocationJudge = ({ maxKnownLeaves = 10_000 }: RevocationJudgeOptions = {}): RevocationJudge => {
  const leaves = new RecentMap<KnownLeaf>(maxKnownLeaves);

  const known = (leaf: Certificate): KnownLeaf => {
    const before = leaves.get(leaf.sha256);
    if (before !== undefined) return before;
    const made = knownLeafOf(leaf);
    leaves.set(leaf.sha256, made);
    return made;
  };

  const readStaple = (kept: KnownLeaf, staple: Uint8Array, leaf: Certificate, issuer: Certificate, now: Date): RevocationOutcome => {
    const print = hash('sha256', staple, 'base64');
    const { staple: before } = kept;
    if (before?.print === print && before.issuer === issuer && now.getTime() < before.outcome.lapsesAt) return before.outcome;
    const outcome = readOcspResponse(staple, leaf, issuer, now);
    kept.staple = { print, issuer, outcome };
    return outcome;
  };

  /** Issuers matter only if revoked: many CRLs of roots are unreachable for good reasons. */
  const askIssuers = async (checker: CrlChecker, { path }: ChainVerdict, now: Date, waitMs: number): Promise<string[]> => {
    const asked = path.slice(1, -1).map(async (certificate, index): Promise<string[]> => {
      const issuer = path[index + 2];
      if (issuer === undefined || fetchableUrls(certificate).length === 0) return [];
      const { status, detail } = await checker.check(certificate, issuer, now, waitMs);
      return status === 'revoked' ? [`${describeCertificate({ certificates: path, end: 'root' }, index + 1)}: ${detail}`] : [];
    });
    return (await Promise.all(asked)).flat();
  };

  return {
    ask({ verdict, staple, now, waitMs, crls }) {
      const { path, root } = verdict;
      const [leaf, issuer] = path;
      if (leaf === undefined || leaf.unreadable !== null) return { fact: noIssuer, warnings: [] };
      const kept = known(leaf);
      const { subject, mustStaple } = kept;
      const stapled = staple === null || issuer === undefined ? null : readStaple(kept, staple, leaf, issuer, now);
      const ofStaple = stapleWarning(stapled, staple !== null, mustStaple);
      const answer = (list: RevocationOutcome | null, issuers: readonly string[], otherwise: RevocationFact): RevocationAnswer => {
        const fact = factOf({ staple: stapled, list, issuers }, now) ?? otherwise;
        const ofList = listWarning(list, fact);
        return { fact, warnings: ofList.length === 0 ? ofStaple : [...ofStaple, ...ofList] };
      };
      if (issuer === undefined) return answer(null, [], noIssuer);
      // An attacker can create a chain without a trusted root that names third-party servers.
      if (root === null) return answer(null, [], untrusted);
      if (crls === null) return answer(null, [], switchedOff);
      const hasIssuerLists =
        path.length > 2 && path.slice(1, -1).some((certificate) => certificate.extensions.has('crlDistributionPoints'));
      if (!kept.hasList && !hasIssuerLists) return answer(null, [], noList);
      const ofLeaf = kept.hasList ? crls.check(subject, issuer, now, waitMs) : Promise.resolve(null);
      return Promise.all([ofLeaf, hasIssuerLists ? askIssuers(crls, verdict, now, waitMs) : []]).then(([list, issuers]) =>
        answer(list, issuers, noList),
      );
    },
  };
};
