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

/** The guard's refusal or the dialler's failure as an observation. */
export const unreachableBy = (target: ProbeTarget, problem: Problem): UnreachableObservation => ({
  kind: 'unreachable',
  target,
  reason: kinds[problem.kind],
  detail: describeProblem(problem, target.host, target.port),
  address: 'address' in problem ? problem.address : null,
});

/** What ended a TLS handshake before the server's certificate was there. */
export type HandshakeFailure =
  | { readonly kind: 'timeout'; readonly timeoutMs: number }
  | { readonly kind: 'reset' }
  | { readonly kind: 'alert'; readonly alert: string }
  /** `answeredAs` is a protocol's name where the first bytes gave it away. */
  | { readonly kind: 'not_tls'; readonly answeredAs: string | null }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'no_certificate' }
  /** It speaks TLS, and not as it must be spoken. */
  | { readonly kind: 'broken_tls' }
  /** The certificate was shown, and nothing that only the holder of its key can make. */
  | { readonly kind: 'unproven' }
  /** More than any handshake holds. */
  | { readonly kind: 'flood' }
  /** It was asked to change to TLS; `answer` is what it said. */
  | { readonly kind: 'no_starttls'; readonly answer: string };

/** Alerts that a person can do something about, in words. */
const alertMeanings = new Map([
  ['unrecognized_name', 'it does not serve this name'],
  ['handshake_failure', 'it found no protocol setting in common'],
  ['protocol_version', 'it supports none of TLS 1.0 to 1.3'],
  ['insufficient_security', 'it asks for stronger settings'],
  ['certificate_required', 'it asks for a client certificate'],
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
      return `${where} does not change to TLS when asked (${safeText(failure.answer.trim(), 200)}).`;
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

/** A failed handshake as an observation, with a sentence for people. */
export const unreachableAfter = (target: ProbeTarget, address: string, failure: HandshakeFailure): UnreachableObservation => ({
  kind: 'unreachable',
  target,
  reason: failureKinds[failure.kind],
  detail: failureText(failure, formatEndpoint(target.host, target.port)),
  address,
});
