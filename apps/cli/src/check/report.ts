import {
  type CertificateFacts,
  daysLeft,
  missingIssuerName,
  type ProbeTarget,
  type RevocationFact,
  type ServedObservation,
  type ServerRating,
  scoreHandshake,
  type UnreachableKind,
  type VerdictReason,
  type VerdictWarning,
} from '@notafter/domain';
import { type ClientReport, clientReport } from '../verdict/client-lines.ts';
import { reasonStatements } from '../verdict/reason-statements.ts';
import type { Statement } from '../verdict/statement.ts';
import { type Policy, type PolicyRule, policyFaults } from './policy.ts';
import type { ProbeResult } from './target-probe.ts';

/** Sentence for a warning without a finding. */
const warningTexts = {
  chain_order: 'The server sent the certificates out of order.',
  extra_certificate: 'The server sent certificates that the chain does not need.',
  invalid_san: 'A subject alternative name is not a valid host name; clients ignore it.',
  lifetime_too_long: "The certificate's lifetime exceeds the limit of browsers for its issue date.",
  missing_sct: 'The certificate has no proof of logging (SCT). Chrome and Safari reject it.',
  must_staple: 'The certificate requires a stapled OCSP response, but the server sent none.',
  stale_staple: 'The stapled OCSP response is out of date.',
  invalid_staple: 'The stapled OCSP response is not valid.',
  stale_crl: 'The CRL is out of date.',
  revocation_unknown: 'The revocation status is unknown.',
  old_protocol: 'The server negotiated TLS 1.1 or older.',
  weak_cipher: 'The cipher suite is weak.',
  no_forward_secrecy: "The cipher suite has no forward secrecy: recorded traffic can be decrypted later with the server's key.",
  different_certificates: 'Other addresses of this name serve a different certificate.',
} as const satisfies Record<VerdictWarning, string>;

/** How to troubleshoot each kind of failure. */
const unreachableFixes = {
  dns: 'Check the spelling of the name, or use --connect IP to dial an address without DNS.',
  refused: 'Check the port and whether the server is running.',
  timeout: 'Check the address, the port and any firewalls in between.',
  reset: 'The server or a device in between closed the connection. Check firewalls, SNI rules and the server log.',
  not_tls: 'Check the port. If the service starts in plain text, use --starttls.',
  alert: 'Check that the server serves this name (--servername) and supports TLS 1.2 or newer.',
  not_allowed: 'Connections to this address are not allowed.',
  unroutable: "Check this machine's network connection, especially IPv6.",
} as const satisfies Record<UnreachableKind, string>;

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
  readonly clients: ClientReport;
  /** Rates the negotiated parameters as if the server offered nothing else; null if they cannot be rated. */
  readonly rating: Pick<ServerRating, 'score' | 'grade'> | null;
  /** The rules of the given policy that it misses; null without a policy. */
  readonly policy: readonly Statement<PolicyRule>[] | null;
}

export interface UnreachableReport extends ReportBase {
  readonly verdict: 'unreachable';
  readonly reasons: readonly Statement<UnreachableKind>[];
}

/** Result for one address of a target. */
export type Report = ServedReport | UnreachableReport;

/** The rules that a report misses. */
export const policyOf = (report: Report): readonly Statement<PolicyRule>[] =>
  report.verdict === 'unreachable' ? [] : (report.policy ?? []);

const explainedByRevocation: ReadonlySet<VerdictWarning> = new Set(['revocation_unknown', 'stale_crl']);

const warningText = (code: VerdictWarning, { detail }: RevocationFact): string =>
  explainedByRevocation.has(code) ? `${warningTexts[code]} ${detail}` : warningTexts[code];

const clientsOf = ({ chain: [leaf], clientFacts, missingIssuer }: ServedObservation, now: Date): ClientReport => {
  if (clientFacts === undefined) return { clients: [], successors: [] };
  const { notBefore, notAfter } = leaf;
  return clientReport({ notBefore, notAfter, facts: clientFacts, missingIssuer: missingIssuerName(missingIssuer ?? null) }, now);
};

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
    clients: clientsOf(observation, now),
    rating: scoreHandshake({ ...chain[0], reasons: observation.reasons, protocol, cipher }, now),
    policy: null,
  };
};

/** Judges by `policy` too, unless it is null. */
export const reportOf = (result: ProbeResult, now: Date, policy: Policy | null = null): Report => {
  const { observation } = result;
  const { target, address } = observation;
  const host = target.servername ?? target.host;
  const base: ReportBase = { target, servername: serverNameOf(host), address };
  if (observation.kind === 'served') {
    const report = servedReport(base, host, observation, result, now);
    return policy === null ? report : { ...report, policy: policyFaults(report, policy) };
  }
  const { reason, detail } = observation;
  return { ...base, verdict: 'unreachable', reasons: [{ code: reason, text: detail, fix: unreachableFixes[reason] }] };
};

/** An IP address is not a valid server name (RFC 6066 section 3), so none was sent. */
const serverNameOf = (host: string): string | null => (/^[\d.]+$|:/.test(host) ? null : host);
