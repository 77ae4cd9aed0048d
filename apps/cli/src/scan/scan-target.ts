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
} from '@notafter/domain';
import { createAddressPolicy, createGuard, createResolver } from '@notafter/net';
import { scanServer } from '@notafter/tls';
import { anywhere } from '../anywhere.ts';
import type { createLook } from '../check/look.ts';
import { type Report, reportOf } from '../check/report.ts';
import type { StartTls } from '../starttls.ts';

/** What a server offers, and everything that follows from it. */
export interface Offer {
  readonly scan: ScanFacts;
  readonly rating: ServerRating | null;
  readonly advice: readonly Advice[];
  readonly mozilla: MozillaVerdict;
}

export interface ScanReport {
  /** Of the handshake that showed the certificate; unreachable where that one failed, which a scan may survive. */
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

/** One handshake for the certificate, then a question after the other for the rest, all to one address. */
export const scanTarget = async (request: ScanRequest, look: ReturnType<typeof createLook>, now: Date): Promise<ScanReport> => {
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
      dial: (_, port, limits) => guard.guardedConnect(address ?? connectIp ?? target.host, port, limits),
      totalTimeoutMs: Math.max(timeoutMs * MIN_SHARE, timeoutMs * TOTAL_SHARE - (performance.now() - startedAt)),
      answerTimeoutMs: timeoutMs * ANSWER_SHARE,
      minPatienceMs: timeoutMs * PATIENCE_SHARE,
    },
  );
  // The handshake before it knows more of why.
  if (scanned.kind === 'unreachable') return { report, offer: null };
  const facts = serverFactsOf(scanned.facts, certificateOf(report));
  return {
    report,
    offer: { scan: scanned.facts, rating: rateServer(facts, now), advice: advise(facts, now), mozilla: judgeMozillaProfile(facts) },
  };
};
