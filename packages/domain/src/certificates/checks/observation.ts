import type { ClientFacts } from '../clients/client-facts.ts';

/** Observation of one endpoint by one probe: facts, never an exception. A bad certificate is normal data. */
export type Observation = ServedObservation | UnreachableObservation;

export const endpointProtocols = ['tls', 'smtp', 'imap', 'pop3', 'ftp', 'ldap', 'xmpp', 'postgres', 'mysql', 'nats'] as const;
/** How TLS begins at an endpoint: at once, or after a dialogue in plain text. */
export type EndpointProtocol = (typeof endpointProtocols)[number];

/** An endpoint to probe. */
export interface ProbeTarget {
  /** An A-label name, or an IP literal without brackets. */
  readonly host: string;
  readonly port: number;
  /** Absent: `tls`. */
  readonly protocol?: EndpointProtocol | undefined;
  /** Sent as SNI and expected in the certificate instead of `host`. */
  readonly servername?: string | undefined;
  /** Dialed instead of the addresses that `host` resolves to. */
  readonly address?: string | undefined;
  /** An address literal of a data service of ours, which is dialed whatever `TARGET_ALLOW` says. Never from what a person typed. */
  readonly isOurs?: boolean | undefined;
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
/** Why a certificate fails, most important first; the vocabulary is fixed. */
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
/** Problems for which the certificate does not fail; the vocabulary is fixed. */
export type VerdictWarning = (typeof verdictWarnings)[number];

export const unreachableKinds = ['dns', 'refused', 'timeout', 'reset', 'not_tls', 'alert', 'not_allowed', 'unroutable'] as const;
export type UnreachableKind = (typeof unreachableKinds)[number];

/** One certificate as the server sent it. Text fields are sanitized: no control characters, bounded length. */
export interface CertificateFacts {
  /** Full distinguished names, RFC 4514 style, e.g. `CN=R12, O=Let's Encrypt, C=US`. */
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
  /** Named curve, e.g. `P-256`; null if the key has none. */
  readonly curve: string | null;
  readonly signatureAlgorithm: string | null;
  readonly isCa: boolean;
  readonly pem: string;
}

export const revocationStatuses = ['good', 'revoked', 'unknown', 'not_checked'] as const;
export type RevocationStatus = (typeof revocationStatuses)[number];

/**
 * Whether the certificate was revoked. `unknown`: checked without a proof, for example an outdated answer. `not_checked`: nothing
 * to check, or checking is off. Neither may be shown as good.
 */
export interface RevocationFact {
  readonly status: RevocationStatus;
  /** Source: a list of the issuer, or the OCSP response that the server stapled. */
  readonly source: 'crl' | 'ocsp' | null;
  /** A sentence for people. */
  readonly detail: string;
  /** Null if it was not checked. */
  readonly checkedAt: Date | null;
}

/** A certificate that the server should have sent. */
export interface MissingIssuer {
  /** The name in the certificate below it. */
  readonly name: string;
  /** Where that certificate says it can be fetched. */
  readonly url: string;
  /** Whether the chain leads to a trusted root with it; null if unknown. */
  readonly leadsToRoot: boolean | null;
}

/** Observation of one address of a name; an address that serves certificates of two key types has two. */
export type AddressObservation =
  | {
      readonly kind: 'served';
      readonly address: string;
      readonly certificate: CertificateFacts;
      /** Every reason this certificate fails for the name, as served by this address. */
      readonly reasons: readonly VerdictReason[];
    }
  | { readonly kind: 'unreachable'; readonly address: string; readonly reason: UnreachableKind; readonly detail: string };

/** A check of every address of a name, including the one that the endpoint's verdict uses. */
export interface AddressProbe {
  /** Identifies a set of addresses; empty if the name has one address. */
  readonly set: string;
  /** In the order of at most `ADDRESSES_MAX` addresses; the certificate that an address serves by itself precedes the other. */
  readonly seen: readonly AddressObservation[];
  /** The key exchange group that the endpoint prefers among those of current browsers; null if not asked. */
  readonly group: string | null;
}

export interface ServedObservation {
  readonly kind: 'served';
  readonly target: ProbeTarget;
  /** The IP address that was allowed and dialed. */
  readonly address: string;
  /** Leaf first, as sent. `chain[0]` always exists. */
  readonly chain: readonly [CertificateFacts, ...CertificateFacts[]];
  /** The trusted root that ends the built path, if one was found and the server did not send it. */
  readonly root: CertificateFacts | null;
  /** Every reason the certificate fails for this host, empty when it is trusted. `assess` evaluates the dates again. */
  readonly reasons: readonly VerdictReason[];
  /** Problems of chain and connection that do not fail the certificate, in the vocabulary's order. */
  readonly warnings: readonly VerdictWarning[];
  readonly revocation: RevocationFact;
  /** Explains `incomplete_chain`; absent if unknown. */
  readonly missingIssuer?: MissingIssuer;
  /** Input of the verdicts of other clients; absent if unknown. */
  readonly clientFacts?: ClientFacts;
  /** SHA-256 fingerprint of the given anchor that ends the path; null or absent if none does. */
  readonly anchor?: string | null;
  /** e.g. `TLSv1.3`. */
  readonly protocol: string;
  /** IANA name of the cipher suite. */
  readonly cipher: string;
  readonly handshakeMs: number;
  /** Absent if only `address` was checked. */
  readonly addresses?: AddressProbe;
}

export interface UnreachableObservation {
  readonly kind: 'unreachable';
  readonly target: ProbeTarget;
  readonly reason: UnreachableKind;
  /** One sentence for people, naming the host and what happened, e.g. `Connection refused by 127.0.0.1:443.` */
  readonly detail: string;
  readonly address: string | null;
  /** Absent if no other address was checked. */
  readonly addresses?: AddressProbe;
}
