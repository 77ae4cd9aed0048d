import {
  type DatedLimit,
  SECOND_MS,
  type TrustPath,
  type VerdictReason,
  type VerdictWarning,
  verdictReasons,
  verdictWarnings,
} from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import { Certificate } from '../x509/certificate.ts';
import { createIssuerCache, MAX_KEPT_BYTES, RecentMap } from './certificate-cache.ts';
import { describeCertificate, type Finding } from './finding.ts';
import { matchesHost } from './host.ts';
import { type ComparisonBudget, comparisonBudget } from './name-constraints.ts';
import { eachPath, MAX_SENT, type Path } from './path.ts';
import { checkAuthority, checkDates, checkEnd, checkForm, checkPurpose, checkStrength, type Purpose } from './path-rules.ts';
import { TrustPaths } from './trust-paths.ts';
import type { TrustStore } from './trust-store.ts';
import { chainWarnings, type WarningNote } from './warnings.ts';

/** Certificates as sent, leaf first, the rest in any order and with unrelated ones. */
export type SentChain = readonly [Certificate, ...Certificate[]];

export interface ChainQuestion {
  readonly chain: SentChain;
  /** Name or IP literal that the leaf has to cover; null to ignore names. */
  readonly host: string | null;
  /** The instant to judge at. */
  readonly now: Date;
  /** Extends the judge's own store, which has precedence: anchors never make a verdict worse. */
  readonly anchors?: TrustStore | undefined;
}

export interface ChainVerdict {
  /** All reasons, in the vocabulary's order; empty when trusted. */
  readonly reasons: readonly VerdictReason[];
  readonly warnings: readonly VerdictWarning[];
  /** The details of each reason. */
  readonly findings: readonly Finding[];
  readonly notes: readonly WarningNote[];
  /** The best path found, leaf first, including its anchor. */
  readonly path: readonly Certificate[];
  /** The anchor at the end of the path; null if none was reached. */
  readonly root: Certificate | null;
  /** Every way to a public anchor; empty if the chain is not trusted, or if its root is not public. */
  readonly trustPaths: readonly TrustPath[];
}

export interface ChainJudge {
  readonly store: TrustStore;
  /** Reads a chain as sent; undefined without a certificate. Caches issuers; the leaf remains a view on the caller's bytes. */
  readChain(ders: readonly Uint8Array[]): SentChain | undefined;
  /** Judges a chain. Never throws: an unreadable certificate is `malformed`. */
  verifyChain(question: ChainQuestion): ChainVerdict;
}

export interface ChainJudgeOptions {
  /** Number of issuers cached with their keys and checked signatures. */
  readonly maxIssuers?: number;
  /** Further rules for each path, such as those of the strict profile; they can only add reasons. */
  readonly furtherRules?: (path: Path) => readonly Finding[];
  /** The purpose that the leaf needs; `server` by default. */
  readonly purpose?: Purpose;
  /** Maximum validity of public certificates by issue date, ascending; of the built-in table by default. */
  readonly lifetimes?: readonly DatedLimit[] | undefined;
  /** Number of verdicts cached. A chain seen before with the same host costs one lookup until one of its dates passes. */
  readonly maxKnownChains?: number;
}

/** A verdict without its leaf, and the instants between which it stays the same. */
interface KnownVerdict {
  readonly verdict: ChainVerdict;
  readonly issuers: readonly Certificate[];
  readonly from: number;
  readonly until: number;
}

/** Returns the reasons found, each once, in the vocabulary's order. */
export const inOrder = <T>(vocabulary: readonly T[], found: readonly T[]): T[] =>
  found.length === 0 ? [] : vocabulary.filter((word) => found.includes(word));

type Rules = Required<Pick<ChainJudgeOptions, 'furtherRules' | 'purpose'>> & { readonly lifetimes: readonly DatedLimit[] };

const judgePath = (path: Path, { host, now }: ChainQuestion, rules: Rules, budget: ComparisonBudget): Finding[] => {
  const findings: Finding[] = [];
  const report = (reason: VerdictReason, depth: number, text: string): void => {
    findings.push({ reason, depth, detail: `${describeCertificate(path, depth)} ${text}.` });
  };
  checkDates(path, now.getTime(), report);
  const [leaf] = path.certificates;
  if (host !== null && leaf !== undefined && !matchesHost(leaf, host)) report('hostname_mismatch', 0, 'is for other names');
  checkEnd(path, report);
  checkStrength(path, report);
  checkPurpose(path, rules.purpose, report);
  checkAuthority(path, budget, report);
  checkForm(path, report);
  findings.push(...rules.furtherRules(path));
  return findings;
};

const endRank = { root: 0, self_signed: 1, open: 2 } as const;

/** Prefers a path to an anchor, then the fewest reasons; among dead ends, the longest is the most informative. */
const isBetter = (path: Path, reasons: number, best: Path, bestReasons: number): boolean => {
  if (endRank[path.end] !== endRank[best.end]) return endRank[path.end] < endRank[best.end];
  if (path.end === 'root') return reasons < bestReasons;
  return path.certificates.length > best.certificates.length;
};

const bestPath = (question: ChainQuestion, store: TrustStore, rules: Rules): { path: Path; findings: Finding[] } => {
  const { chain, now } = question;
  const [leaf, ...others] = chain;
  let best: { path: Path; findings: Finding[] | null; reasons: number } | undefined;
  const budget = comparisonBudget();
  eachPath(leaf, others.slice(0, MAX_SENT), store, now.getTime(), (path) => {
    // Dead ends are compared by length alone, so only the best one is judged.
    const findings = path.end === 'root' ? judgePath(path, question, rules, budget) : null;
    const reasons = findings === null || findings.length === 0 ? 0 : new Set(findings.map(({ reason }) => reason)).size;
    if (best === undefined || isBetter(path, reasons, best.path, best.reasons)) best = { path, findings, reasons };
    return findings?.length === 0;
  });
  const path = best?.path ?? { certificates: [leaf], end: 'open', isDisowned: false };
  return { path, findings: best?.findings ?? judgePath(path, question, rules, budget) };
};

/** Other clients have other anchors, so the path that this judge prefers is not enough for them. */
const findTrustPaths = (question: ChainQuestion, store: TrustStore, rules: Rules): readonly TrustPath[] => {
  const { chain, now } = question;
  const [leaf, ...others] = chain;
  const budget = comparisonBudget();
  const paths = new TrustPaths(store);
  eachPath(leaf, others.slice(0, MAX_SENT), store, now.getTime(), (path) => {
    const isTrusted = path.end === 'root' && judgePath(path, { ...question, host: null }, rules, budget).length === 0;
    return isTrusted && paths.add(path);
  });
  return paths.found;
};

/** A verdict for a leaf that cannot be parsed. */
const unreadableLeaf = (leaf: Certificate, fault: string): { path: Path; findings: Finding[] } => ({
  path: { certificates: [leaf], end: 'open', isDisowned: false },
  findings: [{ reason: 'malformed', depth: 0, detail: `The certificate is malformed: ${fault}` }],
});

const judgeChain = (question: ChainQuestion, store: TrustStore, rules: Rules): ChainVerdict => {
  const { chain } = question;
  const { path, findings } =
    chain[0].unreadable === null ? bestPath(question, store, rules) : unreadableLeaf(chain[0], chain[0].unreadable);
  for (const [place, { unreadable }] of chain.entries()) {
    // TLS libraries reject the whole message for it, at any position.
    if (place > 0 && unreadable !== null) {
      findings.push({ reason: 'malformed', depth: place, detail: `Certificate ${place + 1} as sent is malformed: ${unreadable}` });
    }
  }
  const last = path.certificates.at(-1);
  const root = path.end === 'root' && last !== undefined ? (store.find(last) ?? null) : null;
  const notes = chainWarnings(chain, path, root, { store, lifetimes: rules.lifetimes });
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
    trustPaths: findings.length === 0 && root !== null && store.isPublic(root) ? findTrustPaths(question, store, rules) : [],
  };
};

/** Returns the nearest dates before and after `now` among all certificates behind the verdict. */
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

/** Whether further anchors led to a root, or to fewer reasons. */
const isBetterVerdict = (verdict: ChainVerdict, own: ChainVerdict): boolean =>
  own.root === null && verdict.root !== null ? true : verdict.reasons.length < own.reasons.length;

/**
 * Creates a judge of chains for the anchors of `store`: signatures, dates, name, purpose, constraints, strength and
 * encoding. Reports all reasons, so that fixing one does not merely reveal the next.
 */
export const createChainJudge = (
  store: TrustStore,
  {
    furtherRules = () => [],
    purpose = 'server',
    lifetimes = clientTable.lifetimes.limits,
    maxIssuers = 5_000,
    maxKnownChains = 20_000,
  }: ChainJudgeOptions = {},
): ChainJudge => {
  const readIssuer = createIssuerCache(store, maxIssuers);
  const known = new RecentMap<KnownVerdict>(maxKnownChains);
  const verify = (question: ChainQuestion, by: TrustStore): ChainVerdict => {
    // The judge's own store is the same for all.
    const print = by === store ? chainPrint(question) : `${by.version} ${chainPrint(question)}`;
    const instant = question.now.getTime();
    const before = known.get(print);
    if (before !== undefined && before.from <= instant && instant < before.until) {
      return { ...before.verdict, path: [question.chain[0], ...before.issuers] };
    }
    const verdict = judgeChain(question, by, { furtherRules, purpose, lifetimes });
    // Cached without the leaf, whose bytes belong to the caller.
    const issuers = verdict.path.slice(1);
    if (issuers.every(({ raw }) => raw.length <= MAX_KEPT_BYTES)) {
      known.set(print, { verdict: { ...verdict, path: [] }, issuers, ...steadyTime(question, verdict, by) });
    }
    return verdict;
  };
  return {
    store,
    readChain([first, ...rest]) {
      return first === undefined ? undefined : [new Certificate(first), ...rest.map(readIssuer)];
    },
    verifyChain(question) {
      const own = verify(question, store);
      const { anchors } = question;
      if (anchors === undefined || own.reasons.length === 0) return own;
      const verdict = verify(question, anchors);
      return isBetterVerdict(verdict, own) ? verdict : own;
    },
  };
};
