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
  /** The OCSP response the server stapled; null where it was asked for one and sent none. */
  readonly staple: Uint8Array | null;
  readonly now: Date;
  /** How long lists that are not at hand are waited for. */
  readonly waitMs: number;
  /** Null: no list is fetched, and a staple is all there is. */
  readonly crls: CrlChecker | null;
}

export interface RevocationAnswer {
  readonly fact: RevocationFact;
  readonly warnings: readonly VerdictWarning[];
}

export interface RevocationJudge {
  /** Asks staple and lists. The leaf is not looked at any more once this returned, so its bytes may be used again. */
  ask(question: RevocationQuestion): RevocationAnswer | Promise<RevocationAnswer>;
}

export interface RevocationJudgeOptions {
  readonly maxKnownLeaves?: number;
}

/** What is asked about a leaf, without its bytes, and the staple it was last served with. */
interface KnownLeaf {
  readonly subject: CrlSubject;
  readonly hasList: boolean;
  readonly mustStaple: boolean;
  staple: { readonly print: string; readonly issuer: Certificate; readonly outcome: RevocationOutcome } | null;
}

interface Found {
  readonly staple: RevocationOutcome | null;
  readonly list: RevocationOutcome | null;
  /** What the lists say of issuers that were revoked. */
  readonly issuers: readonly string[];
}

const notChecked = (detail: string): RevocationFact => ({ status: 'not_checked', source: null, detail, checkedAt: null });
const noIssuer = notChecked('Only its issuer could tell, and no chain leads to one.');
const untrusted = notChecked('No chain leads to a trusted root; lists are fetched only for those.');
const switchedOff = notChecked('Revocation lists are not fetched here.');
const noList = notChecked('The certificate names no revocation list.');

const nothing = Buffer.alloc(0);
/** Not from Node's shared pool: each of these is kept, and would keep 8 KB of the pool with it. */
const ownCopy = (bytes: Buffer): Buffer => Buffer.from(Uint8Array.from(bytes).buffer);

const knownLeafOf = ({ issuerKey, serial, extensions }: Certificate): KnownLeaf => {
  const { crlUrls, basicConstraints, mustStaple } = extensions;
  const hasList = fetchableUrls({ extensions }).length > 0;
  const subject: CrlSubject = { issuerKey, serial: hasList ? ownCopy(serial) : nothing, extensions: { crlUrls, basicConstraints } };
  return { subject, hasList, mustStaple, staple: null };
};

/** The word of a list before that of a staple: a server may go on stapling an answer that is no longer true. */
const factOf = ({ staple, list, issuers }: Found, checkedAt: Date): RevocationFact | null => {
  if (staple === null && list === null && issuers.length === 0) return null;
  const sources = [
    { source: 'crl', outcome: list },
    { source: 'ocsp', outcome: staple },
  ] as const;
  for (const wanted of ['revoked', 'good', 'stale', 'unknown'] as const) {
    if (wanted === 'good' && issuers.length > 0) return { status: 'revoked', source: 'crl', detail: issuers.join(' '), checkedAt };
    const told = sources.find(({ outcome }) => outcome?.status === wanted);
    if (told?.outcome == null) continue;
    // Without the list's end: the fact is stored, and would change with each new list.
    const detail = wanted === 'good' ? 'Not revoked.' : told.outcome.detail;
    return { status: wanted === 'stale' ? 'unknown' : wanted, source: told.source, detail, checkedAt };
  }
  return null;
};

const stapleWarning = (staple: RevocationOutcome | null, wasSent: boolean, mustStaple: boolean): VerdictWarning[] => {
  if (!wasSent) return mustStaple ? ['must_staple'] : [];
  if (staple?.status === 'stale') return ['stale_staple'];
  return staple?.status === 'unknown' ? ['invalid_staple'] : [];
};

/** A list that fails is no trouble while a staple proves the same. */
const listWarning = (list: RevocationOutcome | null, { status }: RevocationFact): VerdictWarning[] => {
  if (list === null || status !== 'unknown') return [];
  return [list.status === 'stale' ? 'stale_crl' : 'revocation_unknown'];
};

/**
 * Finds out whether the certificates of a path were revoked. What is known of a leaf is kept under its fingerprint and bound
 * to the very list or staple it came from, so that a later revocation is never hidden.
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

  /** Issuers matter only where they are revoked: most lists of roots are out of anybody's reach for good reasons. */
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
      // Anybody can make a chain that ends nowhere and names a stranger's servers.
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
