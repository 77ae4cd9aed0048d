import type { SctFact } from '../certificates/clients/client-facts.ts';

/** A certificate that a log or a search service knows of. Nothing in it is trusted: anyone may log what a CA signs. */
export interface Issuance {
  /**
   * SHA-256 of the signed certificate without precertificate poison and timestamps, hex: the same for a precertificate and its
   * certificate, in every log.
   */
  readonly tbsSha256: string;
  readonly isPrecertificate: boolean;
  /** Host names, normalized: lower case, A-labels, no dot at the end. At most `LISTED_NAMES_MAX`: the first of each watched domain, then others that match. */
  readonly names: readonly string[];
  /** The number of all names, if `names` is cut. */
  readonly nameCount: number;
  readonly addresses: readonly string[];
  /** The watched domains that a name is at or below, or that a wildcard covers. */
  readonly watched: readonly string[];
  /** The issuer's distinguished name, as safe text. */
  readonly issuer: string;
  readonly issuerOrganization: string | null;
  readonly issuerCommonName: string | null;
  /** Upper-case hex. */
  readonly serialNumber: string;
  /** Null, as the end is, if it could not be read. */
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  /** SHA-256 of the SubjectPublicKeyInfo, hex. */
  readonly spkiSha256: string;
  /** The timestamps in the certificate, whose signatures are not verified; none in a precertificate. */
  readonly scts: readonly SctFact[];
  /** The certificate or precertificate; null if the source does not have it. */
  readonly der: Uint8Array | null;
  /**
   * Why parts are missing: the certificate is malformed, and its names were found by searching its bytes. Null for one that
   * could be read.
   */
  readonly unreadable: string | null;
}

/** An issuance at its place in a log. */
export interface LoggedIssuance extends Issuance {
  readonly index: number;
  /** When the log took it, in milliseconds since 1970; null if it signed an impossible time. */
  readonly loggedAt: number | null;
  /** SHA-256 of each issuer's certificate, hex, from the issuer up; empty if the log sends none. */
  readonly chain: readonly string[];
}
