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
import { type ChainJudge, type Scanned, scanServer, starttlsOf } from '@notafter/tls';
import { anywhere } from '../anywhere.ts';
import { type Report, reportOf } from '../check/report.ts';
import type { createTargetProbe } from '../check/target-probe.ts';
import type { Statement } from '../verdict/statement.ts';
import { chainReport } from './chain-report.ts';
import { offerWarnings } from './offer-warnings.ts';

/** Everything a server offers, with its rating and warnings. */
export interface Offer {
  readonly scan: ScanFacts;
  readonly rating: ServerRating | null;
  readonly advice: readonly Advice[];
  readonly mozilla: MozillaVerdict;
  /** Warnings of the handshake and the scan. */
  readonly warnings: readonly Statement<VerdictWarning>[];
  /** The handshake with everything that present-day clients offer failed. */
  readonly isObsolete: boolean;
}

export interface ScanReport {
  /** From the handshake, or from the chain that the scan saw; unreachable if neither saw a certificate. */
  readonly report: Report;
  /** null if the server did not speak TLS. */
  readonly offer: Offer | null;
}

export interface ScanRequest {
  readonly target: ProbeTarget;
  /** For the whole scan. */
  readonly timeoutMs: number;
}

/** Shares of the total timeout. A scan has at least a fifth, however long the first handshake took. */
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

/** Whether to scan after a failed handshake: the server accepted the connection and may support old versions only. */
const mayOfferMore = (report: Report): boolean =>
  report.verdict !== 'unreachable' || report.reasons.some(({ code }) => code === 'alert' || code === 'reset' || code === 'not_tls');

export interface ScanMeans {
  readonly probeTarget: ReturnType<typeof createTargetProbe>;
  /** Uses the same anchors as `probeTarget`. */
  readonly makeJudge: () => ChainJudge;
  readonly now: Date;
}

/** Warnings of the scan replace those of the handshake with the same code, which say less. */
const warningsOf = (report: Report, scanned: Scanned): Statement<VerdictWarning>[] => {
  const ofOffer = offerWarnings(scanned.facts);
  const ofHandshake = report.verdict === 'unreachable' ? [] : report.warnings;
  return [...ofHandshake.filter(({ code }) => ofOffer.every((each) => each.code !== code)), ...ofOffer];
};

/** Makes one handshake for the certificate, then scans the same address. */
export const scanTarget = async (request: ScanRequest, { probeTarget, makeJudge, now }: ScanMeans): Promise<ScanReport> => {
  const { target, timeoutMs } = request;
  const startedAt = performance.now();
  const [result] = await probeTarget({ target, allAddresses: false });
  if (result === undefined) throw new Error('The probe returned no result.');
  const report = reportOf(result, now);
  if (!mayOfferMore(report)) return { report, offer: null };
  const resolver = createResolver({ servers: [], timeoutMs: timeoutMs * ANSWER_SHARE });
  const guard = createGuard(resolver, createAddressPolicy({ allow: anywhere }));
  const { address } = report;
  const scanned = await scanServer(
    { ...target, host: target.servername ?? target.host },
    {
      starttls: starttlsOf(target) ?? undefined,
      wantsChain: report.verdict === 'unreachable',
      dial: (_, port, limits) => guard.guardedConnect(address ?? target.address ?? target.host, port, limits),
      totalTimeoutMs: Math.max(timeoutMs * MIN_SHARE, timeoutMs * TOTAL_SHARE - (performance.now() - startedAt)),
      answerTimeoutMs: timeoutMs * ANSWER_SHARE,
      minPatienceMs: timeoutMs * PATIENCE_SHARE,
    },
  );
  // The handshake has the more specific error.
  if (scanned.kind === 'unreachable') return { report, offer: null };
  const isObsolete = report.verdict === 'unreachable';
  const shown = isObsolete ? (chainReport(makeJudge(), { scanned, target, now }) ?? report) : report;
  const facts = serverFactsOf(scanned.facts, certificateOf(shown));
  const rated = { rating: rateServer(facts, now), advice: advise(facts, now), mozilla: judgeMozillaProfile(facts) };
  return { report: shown, offer: { scan: scanned.facts, ...rated, warnings: warningsOf(shown, scanned), isObsolete } };
};
