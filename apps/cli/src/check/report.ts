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
import type { Sighting } from './look.ts';
import { unreachableFixes } from './unreachable-fixes.ts';

interface Looked {
  readonly target: ProbeTarget;
  /** The name asked for; null where none was, as for an address. */
  readonly servername: string | null;
  readonly address: string | null;
}

export interface ServedReport extends Looked {
  readonly verdict: 'valid' | 'invalid';
  readonly reasons: readonly Statement<VerdictReason>[];
  readonly warnings: readonly Statement<VerdictWarning>[];
  readonly daysLeft: number;
  readonly leaf: CertificateFacts;
  /** As sent, leaf first. */
  readonly chain: readonly CertificateFacts[];
  /** The trust anchor, where the server did not send it itself. */
  readonly root: CertificateFacts | null;
  readonly protocol: string;
  readonly cipher: string;
  readonly revocation: RevocationFact;
  /** As if what was negotiated were all the server has; null where nothing is known of it. */
  readonly rating: Pick<ServerRating, 'score' | 'grade'> | null;
}

export interface UnreachableReport extends Looked {
  readonly verdict: 'unreachable';
  readonly reasons: readonly Statement<UnreachableKind>[];
}

/** What one look at one address says to whoever asked. */
export type Report = ServedReport | UnreachableReport;

const toldByRevocation: ReadonlySet<VerdictWarning> = new Set(['revocation_unknown', 'stale_crl']);

const warningText = (code: VerdictWarning, { detail }: RevocationFact): string =>
  toldByRevocation.has(code) ? `${warningTexts[code]} ${detail}` : warningTexts[code];

const servedReport = (looked: Looked, host: string, observation: ServedObservation, sighting: Sighting, now: Date): ServedReport => {
  const { chain, root, protocol, cipher, revocation } = observation;
  return {
    ...looked,
    verdict: observation.reasons.length === 0 ? 'valid' : 'invalid',
    reasons: reasonStatements(observation.reasons, sighting.findings, { host, chain, now }),
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

/** `servername` is what was asked for instead of the target's host; null where nothing was. */
export const reportOf = (sighting: Sighting, servername: string | null, now: Date): Report => {
  const { observation } = sighting;
  const { target, address } = observation;
  const host = servername ?? target.host;
  const looked: Looked = { target: { host: target.host, port: target.port }, servername: serverNameOf(host), address };
  if (observation.kind === 'served') return servedReport(looked, host, observation, sighting, now);
  const { reason, detail } = observation;
  return { ...looked, verdict: 'unreachable', reasons: [{ code: reason, text: detail, fix: unreachableFixes[reason] }] };
};

/** An address is no server name (RFC 6066 section 3), so none was sent for it. */
const serverNameOf = (host: string): string | null => (/^[\d.]+$|:/.test(host) ? null : host);
