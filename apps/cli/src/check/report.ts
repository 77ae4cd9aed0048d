import {
  type CertificateFacts,
  daysLeft,
  type ProbeTarget,
  type RevocationFact,
  type ServedObservation,
  type ServerRating,
  scoreHandshake,
  type UnreachableKind,
  type VerdictReason,
  type VerdictWarning,
} from '@notafter/domain';
import { reasonStatements } from '../verdict/reason-statements.ts';
import type { Statement } from '../verdict/statement.ts';
import { warningTexts } from '../verdict/warning-text.ts';
import type { ProbeResult } from './target-probe.ts';
import { unreachableFixes } from './unreachable-fixes.ts';

interface ReportBase {
  readonly target: ProbeTarget;
  /** Requested server name; null if none was sent, as for an IP address. */
  readonly servername: string | null;
  readonly address: string | null;
}

export interface ServedReport extends ReportBase {
  readonly verdict: 'valid' | 'invalid';
  readonly reasons: readonly Statement<VerdictReason>[];
  readonly warnings: readonly Statement<VerdictWarning>[];
  readonly daysLeft: number;
  readonly leaf: CertificateFacts;
  /** As sent, leaf first. */
  readonly chain: readonly CertificateFacts[];
  /** The trust anchor if the server did not send it. */
  readonly root: CertificateFacts | null;
  readonly protocol: string;
  readonly cipher: string;
  readonly revocation: RevocationFact;
  /** Rates the negotiated parameters as if the server offered nothing else; null if they cannot be rated. */
  readonly rating: Pick<ServerRating, 'score' | 'grade'> | null;
}

export interface UnreachableReport extends ReportBase {
  readonly verdict: 'unreachable';
  readonly reasons: readonly Statement<UnreachableKind>[];
}

/** Result for one address of a target. */
export type Report = ServedReport | UnreachableReport;

const explainedByRevocation: ReadonlySet<VerdictWarning> = new Set(['revocation_unknown', 'stale_crl']);

const warningText = (code: VerdictWarning, { detail }: RevocationFact): string =>
  explainedByRevocation.has(code) ? `${warningTexts[code]} ${detail}` : warningTexts[code];

const servedReport = (base: ReportBase, host: string, observation: ServedObservation, result: ProbeResult, now: Date): ServedReport => {
  const { chain, root, protocol, cipher, revocation } = observation;
  return {
    ...base,
    verdict: observation.reasons.length === 0 ? 'valid' : 'invalid',
    reasons: reasonStatements(observation.reasons, result.findings, { host, chain, now }),
    warnings: observation.warnings.map((code) => ({ code, text: warningText(code, revocation), fix: null })),
    daysLeft: daysLeft(chain[0].notAfter, now),
    leaf: chain[0],
    chain,
    root,
    protocol,
    cipher,
    revocation,
    rating: scoreHandshake({ ...chain[0], reasons: observation.reasons, protocol, cipher }, now),
  };
};

/** `servername` is the requested name if it differs from the target's host, else null. */
export const reportOf = (result: ProbeResult, servername: string | null, now: Date): Report => {
  const { observation } = result;
  const { target, address } = observation;
  const host = servername ?? target.host;
  const base: ReportBase = { target: { host: target.host, port: target.port }, servername: serverNameOf(host), address };
  if (observation.kind === 'served') return servedReport(base, host, observation, result, now);
  const { reason, detail } = observation;
  return { ...base, verdict: 'unreachable', reasons: [{ code: reason, text: detail, fix: unreachableFixes[reason] }] };
};

/** An IP address is not a valid server name (RFC 6066 section 3), so none was sent. */
const serverNameOf = (host: string): string | null => (/^[\d.]+$|:/.test(host) ? null : host);
