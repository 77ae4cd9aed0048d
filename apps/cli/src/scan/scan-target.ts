import {
  type Advice,
  advise,
  judgeMozillaProfile,
  type MozillaVerdict,
  type ProbeTarget,
  rateServer,
  type ScanFacts,
  type ScoredCertificate,
  type ServerRating,
  serverFactsOf,
  type VerdictWarning,
} from '@notafter/domain';
import { createAddressPolicy, createGuard, createResolver } from '@notafter/net';
import { type ChainJudge, type Scanned, scanServer } from '@notafter/tls';
import { anywhere } from '../anywhere.ts';
import type { createLook } from '../check/look.ts';
import { type Report, reportOf } from '../check/report.ts';
import type { StartTls } from '../starttls.ts';
import type { Statement } from '../verdict/statement.ts';
import { chainReport } from './chain-report.ts';
import { offerWarnings } from './offer-warnings.ts';

/** What a server offers, and everything that follows from it. */
export interface Offer {
  readonly scan: ScanFacts;
  readonly rating: ServerRating | null;
  readonly advice: readonly Advice[];
  readonly mozilla: MozillaVerdict;
  /** Of the handshake and of everything that is offered. */
  readonly warnings: readonly Statement<VerdictWarning>[];
  /** The handshake with everything that present-day clients offer failed. */
  readonly isObsolete: boolean;
}

export interface ScanReport {
  /** Of the handshake that showed the certificate, or of what the scan saw of it; unreachable if neither showed one. */
  readonly report: Report;
  /** null where nothing of TLS answered. */
  readonly offer: Offer | null;
}

export interface ScanRequest {
  readonly target: ProbeTarget;
  readonly connectIp: string | null;
  /** Asked for, and judged by, instead of the target's host. */
  readonly servername: string | null;
  /** What is spoken before TLS. */
  readonly starttls: StartTls | null;
  /** For everything. */
  readonly timeoutMs: number;
}

/** Shares of the time for everything. A scan has at least a fifth, however long the handshake before it took. */
const ANSWER_SHARE = 0.25;
const PATIENCE_SHARE = 0.06;
const TOTAL_SHARE = 0.95;
const MIN_SHARE = 0.2;

const unseen: ScoredCertificate = {
  keyType: null,
  keyBits: null,
  curve: null,
  signatureAlgorithm: null,
  notBefore: null,
  notAfter: null,
  reasons: [],
};

const certificateOf = (report: Report): ScoredCertificate => {
  if (report.verdict === 'unreachable') return unseen;
  return { ...report.leaf, reasons: report.reasons.map(({ code }) => code) };
};

/** Whether a server that failed one handshake is worth asking more: it took the connection, and may speak old versions only. */
const mayOfferMore = (report: Report): boolean =>
  report.verdict !== 'unreachable' || report.reasons.some(({ code }) => code === 'alert' || code === 'reset' || code === 'not_tls');

export interface ScanMeans {
  readonly look: ReturnType<typeof createLook>;
  /** By the same anchors as `look`. */
  readonly makeJudge: () => ChainJudge;
  readonly now: Date;
}

/** Warnings of the scan replace those of the handshake that say less of the same. */
const warningsOf = (report: Report, scanned: Scanned): Statement<VerdictWarning>[] => {
  const ofOffer = offerWarnings(scanned.facts);
  const ofHandshake = report.verdict === 'unreachable' ? [] : report.warnings;
  return [...ofHandshake.filter(({ code }) => ofOffer.every((each) => each.code !== code)), ...ofOffer];
};

/** One handshake for the certificate, then a question after the other for the rest, all to one address. */
export const scanTarget = async (request: ScanRequest, { look, makeJudge, now }: ScanMeans): Promise<ScanReport> => {
  const { target, connectIp, servername, starttls, timeoutMs } = request;
  const startedAt = performance.now();
  const [sighting] = await look({ target, connectIp, servername, starttls, allAddresses: false });
  if (sighting === undefined) throw new Error('A look answers at least one sighting.');
  const report = reportOf(sighting, servername, now);
  if (!mayOfferMore(report)) return { report, offer: null };
  const resolver = createResolver({ servers: [], timeoutMs: timeoutMs * ANSWER_SHARE });
  const guard = createGuard(resolver, createAddressPolicy({ allow: anywhere }));
  const { address } = report;
  const scanned = await scanServer(
    { ...target, host: servername ?? target.host },
    {
      starttls: starttls ?? undefined,
      wantsChain: report.verdict === 'unreachable',
      dial: (_, port, limits) => guard.guardedConnect(address ?? connectIp ?? target.host, port, limits),
      totalTimeoutMs: Math.max(timeoutMs * MIN_SHARE, timeoutMs * TOTAL_SHARE - (performance.now() - startedAt)),
      answerTimeoutMs: timeoutMs * ANSWER_SHARE,
      minPatienceMs: timeoutMs * PATIENCE_SHARE,
    },
  );
  // The handshake before it knows more of why.
  if (scanned.kind === 'unreachable') return { report, offer: null };
  const isObsolete = report.verdict === 'unreachable';
  const shown = isObsolete ? (chainReport(makeJudge(), { scanned, target, servername, now }) ?? report) : report;
  const facts = serverFactsOf(scanned.facts, certificateOf(shown));
  const rated = { rating: rateServer(facts, now), advice: advise(facts, now), mozilla: judgeMozillaProfile(facts) };
  return { report: shown, offer: { scan: scanned.facts, ...rated, warnings: warningsOf(shown, scanned), isObsolete } };
};
