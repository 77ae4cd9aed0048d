import type { ProbeTarget, UnreachableKind, UnreachableObservation } from '@notafter/domain';
import { describeProblem, formatEndpoint, formatSeconds, type GuardedConnection } from '@notafter/net';
import { safeText } from '../safe-text.ts';

type Problem = Extract<GuardedConnection, { problem: unknown }>['problem'];

const kinds = {
  name_not_found: 'dns',
  dns_timeout: 'dns',
  dns_failed: 'dns',
  not_allowed: 'not_allowed',
  refused: 'refused',
  reset: 'reset',
  connect_timeout: 'timeout',
  unroutable: 'unroutable',
} as const satisfies Record<Problem['kind'], UnreachableKind>;

/** Returns the guard's refusal or the dialer's failure as an observation. */
export const unreachableBy = (target: ProbeTarget, problem: Problem): UnreachableObservation => ({
  kind: 'unreachable',
  target,
  reason: kinds[problem.kind],
  detail: describeProblem(problem, target.host, target.port),
  address: 'address' in problem ? problem.address : null,
});

/** Why a TLS handshake ended before the server's certificate arrived. */
export type HandshakeFailure =
  | { readonly kind: 'timeout'; readonly timeoutMs: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'alert'; readonly alert: string }
  /** `answeredAs` is the protocol that the first bytes show, if recognized. */
  | { readonly kind: 'not_tls'; readonly answeredAs: string | null }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'no_certificate' }
  /** The server speaks TLS, but violates the protocol. */
  | { readonly kind: 'broken_tls' }
  /** The certificate was sent without a valid proof of its key. */
  | { readonly kind: 'unproven' }
  /** More than a handshake can contain. */
  | { readonly kind: 'flood' }
  /** The server refused STARTTLS; `answer` is its reply. */
  | { readonly kind: 'no_starttls'; readonly answer: string };

/** Explanations of alerts that a person can act on. */
const alertMeanings = new Map([
  ['unrecognized_name', 'it does not serve this name'],
  ['handshake_failure', 'it found no protocol setting in common'],
  ['protocol_version', 'it supports none of TLS 1.0 to 1.3'],
  ['insufficient_security', 'it requires stronger settings'],
  ['certificate_required', 'it requires a client certificate'],
]);

const failureText = (failure: HandshakeFailure, where: string): string => {
  switch (failure.kind) {
    case 'timeout':
      return `Timed out after ${formatSeconds(failure.timeoutMs)} during the TLS handshake with ${where}.`;
    case 'reset':
      return `${where} closed the connection during the TLS handshake.`;
    case 'alert': {
      const meaning = alertMeanings.get(failure.alert);
      return `${where} refused the TLS handshake${meaning === undefined ? '' : `: ${meaning}`} (alert ${failure.alert}).`;
    }
    case 'not_tls':
      return `${where} is not a TLS server${failure.answeredAs === null ? '' : ` (it answered as ${failure.answeredAs})`}.`;
    case 'unreadable':
      return `${where} sent a certificate that cannot be read.`;
    case 'no_certificate':
      return `${where} sent no certificate.`;
    case 'broken_tls':
      return `${where} does not follow the TLS protocol.`;
    case 'unproven':
      return `${where} did not prove that it holds the key of the certificate it sent.`;
    case 'flood':
      return `${where} sent more than a TLS handshake can hold.`;
    case 'no_starttls':
      return `${where} did not upgrade to TLS (${safeText(failure.answer.trim(), 200)}).`;
  }
};

const failureKinds = {
  timeout: 'timeout',
  reset: 'reset',
  alert: 'alert',
  not_tls: 'not_tls',
  unreadable: 'not_tls',
  no_certificate: 'not_tls',
  broken_tls: 'not_tls',
  unproven: 'not_tls',
  flood: 'not_tls',
  no_starttls: 'not_tls',
} as const satisfies Record<HandshakeFailure['kind'], UnreachableKind>;

/** Returns a failed handshake as an observation, with a sentence for users. */
export const unreachableAfter = (target: ProbeTarget, address: string, failure: HandshakeFailure): UnreachableObservation => ({
  kind: 'unreachable',
  target,
  reason: failureKinds[failure.kind],
  detail: failureText(failure, formatEndpoint(target.host, target.port)),
  address,
});
