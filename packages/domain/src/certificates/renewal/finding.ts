export const renewalAreas = ['caa', 'challenge', 'persist', 'web', 'name', 'registration', 'dane'] as const;
/** The subject of a finding. An area that could not be looked at keeps its findings. */
export type RenewalArea = (typeof renewalAreas)[number];

export const renewalSeverities = ['blocking', 'warning', 'notice'] as const;
/**
 * `blocking`: the renewal fails, so it is alerted at once. `warning`: it may fail, so it is alerted when a renewal is near.
 * `notice`: shown, never alerted.
 */
export type RenewalSeverity = (typeof renewalSeverities)[number];

export const renewalCodes = [
  'caa_forbids',
  'caa_critical',
  'caa_methods',
  'caa_account',
  'caa_issuer_unknown',
  'dnssec_bogus',
  'dns_servfail',
  'dnssec_unknown',
  'challenge_dangling',
  'challenge_no_target',
  'challenge_stale',
  'persist_ended',
  'persist_ending',
  'persist_malformed',
  'ipv6_no_answer',
  'http_loop',
  'http_timeout',
  'http_closed',
  'name_gone',
  'domain_ending',
  'domain_ended',
  'dane_mismatch',
  'dane_unavailable',
  'dane_unsigned',
  'dane_unusable',
  'dane_pins_certificate',
  'dane_pins_key',
  'dane_issuer_ending',
] as const;
export type RenewalCode = (typeof renewalCodes)[number];

export interface RenewalFinding {
  readonly code: RenewalCode;
  readonly area: RenewalArea;
  readonly severity: RenewalSeverity;
  /** Identifies it over time, within its domain. */
  readonly key: string;
  /** The names whose renewal it concerns, at least one; wildcards with `*.`. */
  readonly names: readonly string[];
  /** The problem, its effect, the remedy. */
  readonly text: string;
}

/** The result of one look. */
export interface RenewalJudgement {
  /** Most severe first. */
  readonly findings: readonly RenewalFinding[];
  /** Areas of which this look says nothing; a transient failure. */
  readonly unknown: readonly RenewalArea[];
}
