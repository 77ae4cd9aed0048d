/** What one probe of one endpoint saw: facts, never an exception. A bad certificate is normal data. */
export type Observation = ServedObservation | UnreachableObservation;

/** Where to look: `host` is an A-label name or an IP literal without brackets. */
export interface ProbeTarget {
  readonly host: string;
  readonly port: number;
}

export const verdictReasons = [
  'expired',
  'not_yet_valid',
  'hostname_mismatch',
  'self_signed',
  'untrusted_root',
  'incomplete_chain',
  'revoked',
  'weak_signature',
  'weak_key',
  'wrong_purpose',
  'constraint_violation',
  'malformed',
] as const;
/** Why a certificate fails, most telling first; the vocabulary is fixed. */
export type VerdictReason = (typeof verdictReasons)[number];

export const verdictWarnings = [
  'chain_order',
  'extra_certificate',
  'invalid_san',
  'lifetime_too_long',
  'missing_sct',
  'must_staple',
  'stale_staple',
  'invalid_staple',
  'stale_crl',
  'revocation_unknown',
  'old_protocol',
  'weak_cipher',
  'no_forward_secrecy',
  'different_certificates',
] as const;
/** What deserves attention though the certificate does not fail for it; the vocabulary is fixed. */
export type VerdictWarning = (typeof verdictWarnings)[number];

export const unreachableKinds = ['dns', 'refused', 'timeout', 'reset', 'not_tls', 'alert', 'not_allowed', 'unroutable'] as const;
export type UnreachableKind = (typeof unreachableKinds)[number];

/** One certificate as the server sent it. Text fields are made safe: no control characters, bounded length. */
export interface CertificateFacts {
  /** Whole distinguished names, RFC 4514 style, e.g. `CN=R12, O=Let's Encrypt, C=US`. */
  readonly subject: string;
  readonly issuer: string;
  readonly subjectCommonName: string | null;
  readonly issuerCommonName: string | null;
  readonly issuerOrganization: string | null;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Upper-case hex without colons. */
  readonly serialNumber: string;
  /** Upper-case hex with colons. */
  readonly fingerprint: string;
  readonly fingerprint256: string;
  /** dNSName and iPAddress entries of the subject alternative name, as written, at most 10,000. */
  readonly san: readonly string[];
  /** e.g. `RSA`, `EC`, `Ed25519`. */
  readonly keyType: string;
  /** Size of the public key in bits; for EC the curve's size. */
  readonly keyBits: number | null;
  /** Named curve, e.g. `P-256`; null where the key has none. */
  readonly curve: string | null;
  readonly signatureAlgorithm: string | null;
  readonly isCa: boolean;
  readonly pem: string;
}

export const revocationStatuses = ['good', 'revoked', 'unknown', 'not_checked'] as const;
export type RevocationStatus = (typeof revocationStatuses)[number];

/**
 * Whether the certificate was revoked. `unknown`: it was asked and nothing proves anything, an answer out of date included.
 * `not_checked`: there was nothing to ask, or asking is switched off. Neither is ever to be shown as good.
 */
export interface RevocationFact {
  readonly status: RevocationStatus;
  /** What told it: a list of the issuer, or the OCSP response the server stapled. */
  readonly source: 'crl' | 'ocsp' | null;
  /** A sentence for people. */
  readonly detail: string;
  /** Null where it was not checked. */
  readonly checkedAt: Date | null;
}

/** A certificate that the server should have sent and did not. */
export interface MissingIssuer {
  /** As the certificate below it names it. */
  readonly name: string;
  /** Where that one says it is to be had. */
  readonly url: string;
  /** Whether the chain leads to a trusted root with it; null where that could not be found out. */
  readonly leadsToRoot: boolean | null;
}

/** What one of the addresses behind a name showed. */
export type AddressObservation =
  | {
      readonly kind: 'served';
      readonly address: string;
      readonly certificate: CertificateFacts;
      /** Every reason this certificate fails for the name, as sent from here. */
      readonly reasons: readonly VerdictReason[];
    }
  | { readonly kind: 'unreachable'; readonly address: string; readonly reason: UnreachableKind; readonly detail: string };

/** A look at every address behind a name, the one that a check otherwise rests on included. */
export interface AddressProbe {
  /** Tells one set of addresses from another; empty where the name has one address only. */
  readonly set: string;
  /** In the order of the addresses, at most `ADDRESSES_MAX`. */
  readonly seen: readonly AddressObservation[];
}

export interface ServedObservation {
  readonly kind: 'served';
  readonly target: ProbeTarget;
  /** The IP address that was judged and dialed. */
  readonly address: string;
  /** Leaf first, as sent. `chain[0]` always exists. */
  readonly chain: readonly [CertificateFacts, ...CertificateFacts[]];
  /** The trusted root that ends the built path, where one was found and the server did not send it itself. */
  readonly root: CertificateFacts | null;
  /** Every reason the certificate fails for this host, empty when it is trusted. Dates are judged anew by `assess`. */
  readonly reasons: readonly VerdictReason[];
  /** What deserves attention about chain and connection, in the vocabulary's order. */
  readonly warnings: readonly VerdictWarning[];
  readonly revocation: RevocationFact;
  /** Explains `incomplete_chain`; absent where nothing tells. */
  readonly missingIssuer?: MissingIssuer;
  /** e.g. `TLSv1.3`. */
  readonly protocol: string;
  /** IANA name of the cipher suite. */
  readonly cipher: string;
  readonly handshakeMs: number;
  /** Absent where only `address` was looked at. */
  readonly addresses?: AddressProbe;
}

export interface UnreachableObservation {
  readonly kind: 'unreachable';
  readonly target: ProbeTarget;
  readonly reason: UnreachableKind;
  /** One sentence for people, naming the host and what happened, e.g. `Connection refused by 127.0.0.1:443.` */
  readonly detail: string;
  readonly address: string | null;
  /** Absent where no other address was looked at. */
  readonly addresses?: AddressProbe;
}
