import { SECOND_MS, type VerdictReason, type VerdictWarning, verdictReasons, verdictWarnings } from '@notafter/domain';
import { Certificate } from '../x509/certificate.ts';
import { createIssuerCache, MAX_KEPT_BYTES, RecentMap } from './certificate-cache.ts';
import { describeCertificate, type Finding } from './finding.ts';
import { matchesHost } from './host.ts';
import { type ComparisonBudget, comparisonBudget } from './name-constraints.ts';
import { eachPath, MAX_SENT, type Path } from './path.ts';
import { checkAuthority, checkDates, checkEnd, checkForm, checkPurpose, checkStrength } from './path-rules.ts';
import type { TrustStore } from './trust-store.ts';
import { chainWarnings, type WarningNote } from './warnings.ts';

/** Certificates as a server sent them, leaf first, in any order and with anything else beside. */
export type SentChain = readonly [Certificate, ...Certificate[]];

export interface ChainQuestion {
  readonly chain: SentChain;
  /** Name or IP literal it is to be for; null to leave the name out. */
  readonly host: string | null;
  /** The instant it is judged for. */
  readonly now: Date;
}

export interface ChainVerdict {
  /** All that is wrong, in the vocabulary's order; empty when trusted. */
  readonly reasons: readonly VerdictReason[];
  readonly warnings: readonly VerdictWarning[];
  /** What stands behind each reason. */
  readonly findings: readonly Finding[];
  readonly notes: readonly WarningNote[];
  /** The best path found, leaf first, its anchor included. */
  readonly path: readonly Certificate[];
  /** The anchor at the end of the path; null where none was reached. */
  readonly root: Certificate | null;
}

export interface ChainJudge {
  readonly store: TrustStore;
  /** Reads a chain as sent; undefined for no certificate at all. Issuers are kept; the leaf stays a view on the caller's bytes. */
  readChain(ders: readonly Uint8Array[]): SentChain | undefined;
  /** Judges a chain. Never throws: what cannot be read is `malformed`. */
  verifyChain(question: ChainQuestion): ChainVerdict;
}

export interface ChainJudgeOptions {
  /** Issuers kept with their keys and checked signatures. */
  readonly maxIssuers?: number;
  /** Verdicts kept; a chain seen before for the same host costs a look-up until one of its dates passes. */
  readonly maxKnownChains?: number;
}

/** A verdict without its leaf, and the instants between which nothing about it changes. */
interface KnownVerdict {
  readonly verdict: ChainVerdict;
  readonly issuers: readonly Certificate[];
  readonly from: number;
  readonly until: number;
}

/** What was found, each once, in the vocabulary's order. */
export const inOrder = <T>(vocabulary: readonly T[], found: readonly T[]): T[] =>
  found.length === 0 ? [] : vocabulary.filter((word) => found.includes(word));

const judgePath = (path: Path, host: string | null, now: number, budget: ComparisonBudget): Finding[] => {
  const findings: Finding[] = [];
  const report = (reason: VerdictReason, depth: number, text: string): void => {
    findings.push({ reason, depth, detail: `${describeCertificate(path, depth)} ${text}.` });
  };
  checkDates(path, now, report);
  const [leaf] = path.certificates;
  if (host !== null && leaf !== undefined && !matchesHost(leaf, host)) report('hostname_mismatch', 0, 'is for other names');
  checkEnd(path, report);
  checkStrength(path, report);
  checkPurpose(path, report);
  checkAuthority(path, budget, report);
  checkForm(path, report);
  return findings;
};

const endRank = { root: 0, self_signed: 1, open: 2 } as const;

/** A path to an anchor before one without, then the fewest reasons; of those that end nowhere the longest tells most. */
const isBetter = (path: Path, reasons: number, best: Path, bestReasons: number): boolean => {
  if (endRank[path.end] !== endRank[best.end]) return endRank[path.end] < endRank[best.end];
  if (path.end === 'root') return reasons < bestReasons;
  return path.certificates.length > best.certificates.length;
};

const bestPath = ({ chain, host, now }: ChainQuestion, store: TrustStore): { path: Path; findings: Finding[] } => {
  const [leaf, ...others] = chain;
  let best: { path: Path; findings: Finding[] | null; reasons: number } | undefined;
  const budget = comparisonBudget();
  eachPath(leaf, others.slice(0, MAX_SENT), store, now.getTime(), (path) => {
    // What ends nowhere is compared by its form alone, so it is judged once it is known to be the best.
    const findings = path.end === 'root' ? judgePath(path, host, now.getTime(), budget) : null;
    const reasons = findings === null || findings.length === 0 ? 0 : new Set(findings.map(({ reason }) => reason)).size;
    if (best === undefined || isBetter(path, reasons, best.path, best.reasons)) best = { path, findings, reasons };
    return findings?.length === 0;
  });
  const path = best?.path ?? { certificates: [leaf], end: 'open', isDisowned: false };
  return { path, findings: best?.findings ?? judgePath(path, host, now.getTime(), budget) };
};

/** Nothing more can be said about it. */
const unreadableLeaf = (leaf: Certificate, fault: string): { path: Path; findings: Finding[] } => ({
  path: { certificates: [leaf], end: 'open', isDisowned: false },
  findings: [{ reason: 'malformed', depth: 0, detail: `The certificate is malformed: ${fault}` }],
});

const judgeChain = (question: ChainQuestion, store: TrustStore): ChainVerdict => {
  const { chain } = question;
  const { path, findings } = chain[0].unreadable === null ? bestPath(question, store) : unreadableLeaf(chain[0], chain[0].unreadable);
  for (const [place, { unreadable }] of chain.entries()) {
    // TLS libraries refuse the whole message for it, wherever it stands.
    if (place > 0 && unreadable !== null) {
      findings.push({ reason: 'malformed', depth: place, detail: `Certificate ${place + 1} as sent is malformed: ${unreadable}` });
    }
  }
  const last = path.certificates.at(-1);
  const root = path.end === 'root' && last !== undefined ? (store.find(last) ?? null) : null;
  const notes = chainWarnings(chain, path, root, store);
  return {
    reasons: inOrder(
      verdictReasons,
      findings.map(({ reason }) => reason),
    ),
    warnings: inOrder(
      verdictWarnings,
      notes.map(({ warning }) => warning),
    ),
    findings,
    notes,
    path: path.certificates,
    root,
  };
};

/** The nearest dates before and after `now` of all that had a part in the verdict. */
const steadyTime = ({ chain, now }: ChainQuestion, { path }: ChainVerdict, store: TrustStore): { from: number; until: number } => {
  const instant = now.getTime();
  let from = Number.NEGATIVE_INFINITY;
  let until = Number.POSITIVE_INFINITY;
  const consider = (edge: number): void => {
    if (edge <= instant && edge > from) from = edge;
    if (edge > instant && edge < until) until = edge;
  };
  const considerBoth = ({ notBefore, notAfter }: Certificate): void => {
    consider(notBefore);
    consider(notAfter + SECOND_MS);
  };
  const considerAll = (certificates: readonly Certificate[]): void => {
    for (const certificate of certificates) {
      considerBoth(certificate);
      for (const anchor of store.named(certificate.issuerKey)) considerBoth(anchor);
    }
  };
  considerAll(chain);
  considerAll(path);
  return { from, until };
};

const chainPrint = ({ chain, host }: ChainQuestion): string => {
  let print = host === null ? '' : `${host} `;
  for (const { sha256 } of chain) print += sha256;
  return print;
};

/**
 * Judges chains against the anchors of `store`: path with signatures, dates, name, purpose, constraints, strength and form,
 * each rule with its source beside it. All reasons are told, so that repairing one does not merely uncover the next.
 */
export const createChainJudge = (
  store: TrustStore,
  { maxIssuers = 5_000, maxKnownChains = 20_000 }: ChainJudgeOptions = {},
): ChainJudge => {
  const readIssuer = createIssuerCache(store, maxIssuers);
  // One judge has one store, so the store's version needs no place in the key.
  const known = new RecentMap<KnownVerdict>(maxKnownChains);
  return {
    store,
    readChain([first, ...rest]) {
      return first === undefined ? undefined : [new Certificate(first), ...rest.map(readIssuer)];
    },
    verifyChain(question) {
      const print = chainPrint(question);
      const instant = question.now.getTime();
      const before = known.get(print);
      if (before !== undefined && before.from <= instant && instant < before.until) {
        return { ...before.verdict, path: [question.chain[0], ...before.issuers] };
      }
      const verdict = judgeChain(question, store);
      // Kept without the leaf, whose bytes are the caller's.
      const issuers = verdict.path.slice(1);
      if (issuers.every(({ raw }) => raw.length <= MAX_KEPT_BYTES)) {
        known.set(print, { verdict: { ...verdict, path: [] }, issuers, ...steadyTime(question, verdict, store) });
      }
      return verdict;
    },
  };
};
