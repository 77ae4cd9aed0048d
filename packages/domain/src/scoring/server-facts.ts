import type { VerdictReason } from '../certificates/checks/observation.ts';
import type { KeyExchange } from './key-strength.ts';
import type { ProtocolVersion } from './protocol-versions.ts';

export interface SeenSuite {
  readonly protocol: ProtocolVersion;
  /** IANA's. */
  readonly name: string;
}

/** HTTP Strict Transport Security (RFC 6797) of a server; `not_http` if it does not speak HTTP. */
export type HstsFacts =
  | { readonly kind: 'not_tested' | 'not_http' | 'absent' }
  | { readonly kind: 'present'; readonly maxAgeSeconds: number; readonly includesSubdomains: boolean; readonly isPreload: boolean };

/** The served certificate as far as a score depends on it. */
export interface ScoredCertificate {
  readonly keyType: string | null;
  readonly keyBits: number | null;
  readonly curve: string | null;
  readonly signatureAlgorithm: string | null;
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  /** The verdict's; dates are evaluated again at the time of the score. */
  readonly reasons: readonly VerdictReason[];
}

/** Input of a score. `null` and `not_tested` cost no points. */
export interface ServerFacts {
  /** Every version the server takes, oldest first. */
  readonly protocols: readonly ProtocolVersion[];
  readonly suites: readonly SeenSuite[];
  readonly exchanges: readonly KeyExchange[];
  readonly certificate: ScoredCertificate;
  readonly hsts: HstsFacts;
  readonly hasSecureRenegotiation: boolean | null;
  readonly hasCompression: boolean | null;
  /** Untested properties, each a few words for people. They exclude the best grade. */
  readonly untested: readonly string[];
}
