import type { KeyExchange } from './key-strength.ts';
import type { ProtocolVersion } from './protocol-versions.ts';
import type { HstsFacts, ScoredCertificate, ServerFacts } from './server-facts.ts';

/** Support of a server for one version of the protocol. */
export interface ScannedProtocol {
  readonly version: ProtocolVersion;
  /** IANA names, as they were chosen: the server's order where it has one, the usual suites before the rare ones. */
  readonly suites: readonly string[];
  /** Whether the server's order decides over the client's; null with fewer than two suites, or not tested. */
  readonly serverPrefers: boolean | null;
  /** Names of the signature schemes it signs handshakes with, `rsa_pkcs1_sha256` style; null where not tested. */
  readonly signatureSchemes: readonly string[] | null;
}

/** Whether sessions can be taken up again; null where not tested. */
export interface ResumptionFacts {
  readonly sessionIds: boolean | null;
  readonly tickets: boolean | null;
}

/** Everything that a scan found out about one server. */
export interface ScanFacts {
  /** Oldest version first; only those that the server takes. */
  readonly protocols: readonly ScannedProtocol[];
  /** Groups of ECDHE and TLS 1.3, and `DH` with the size of the parameters that the server sends. */
  readonly exchanges: readonly KeyExchange[];
  /** Whether it takes X25519MLKEM768; null where TLS 1.3 was not tested. */
  readonly isPostQuantum: boolean | null;
  /** Of `h2` and `http/1.1` those that it agrees to; null where not tested. */
  readonly alpn: readonly string[] | null;
  readonly hsts: HstsFacts;
  readonly resumption: ResumptionFacts;
  readonly hasSecureRenegotiation: boolean | null;
  readonly hasCompression: boolean | null;
  /** Tests that time or the server cut short, each a few words for people. Empty: everything was tested. */
  readonly unfinished: readonly string[];
  readonly connections: number;
  readonly elapsedMs: number;
}

/** A scan and the certificate that goes with it as what a score is made of. */
export const serverFactsOf = (scan: ScanFacts, certificate: ScoredCertificate): ServerFacts => ({
  protocols: scan.protocols.map(({ version }) => version),
  suites: scan.protocols.flatMap(({ version, suites }) => suites.map((name) => ({ protocol: version, name }))),
  exchanges: scan.exchanges,
  certificate,
  hsts: scan.hsts,
  hasSecureRenegotiation: scan.hasSecureRenegotiation,
  hasCompression: scan.hasCompression,
  untested: scan.unfinished,
});
