import type { UnreachableKind } from '../certificates/checks/observation.ts';

/** A bundle file is refused above this; a collector writes several smaller ones. */
export const BUNDLE_MAX_BYTES = 16 * 1024 * 1024;
/** Its content, unpacked. */
export const BUNDLE_MAX_CONTENT_BYTES = 64 * 1024 * 1024;
export const BUNDLE_MAX_FINDINGS = 5_000;
export const BUNDLE_MAX_CERTIFICATES = 10_000;
/** Entries of all its files together. */
export const BUNDLE_MAX_ENTRIES = 20_000;
/** Bundles of one collector that wait until they are recorded; it sends more later. */
export const BUNDLES_WAITING_MAX = 50;

/** The signed head of a bundle, readable without a key. */
export interface BundleHead {
  readonly collectorId: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  /** The hash of the bundle before; null for the first. */
  readonly previous: string | null;
  /** By the collector's clock. */
  readonly createdAt: Date;
}

/** One address of an endpoint that answered, as the handshake had it; the server judges it. */
export interface SeenHandshake {
  readonly address: string;
  /** SHA-256 of each certificate, lower-case hex, leaf first as sent. */
  readonly chain: readonly string[];
  /** e.g. `TLSv1.3`. */
  readonly protocol: string;
  /** IANA name. */
  readonly cipher: string;
  readonly group: string | null;
  readonly groupBits: number | null;
  readonly signatureScheme: string | null;
  /** OCSPResponse and SignedCertificateTimestampList, Base64. */
  readonly ocspStaple: string | null;
  readonly signedTimestamps: string | null;
  readonly isClientCertificateAsked: boolean;
  readonly handshakeMs: number;
}

/** An address, or a name, that did not get as far as a certificate. */
export interface SeenFailure {
  readonly address: string | null;
  readonly reason: UnreachableKind;
  readonly detail: string;
}

export type SeenAddress = SeenHandshake | SeenFailure;

export interface EndpointFinding {
  /** As `formatTarget` writes it. */
  readonly target: string;
  readonly at: string;
  /** Every address of the name, the endpoint's own first. `unchanged`: as in the last bundle that had it. */
  readonly seen: 'unchanged' | readonly SeenAddress[];
}

export const certificateFileFormats = ['pem', 'der', 'pkcs12', 'jks', 'kubeconfig', 'kubernetes'] as const;
export type CertificateFileFormat = (typeof certificateFileFormats)[number];

/** An entry of a file or keystore. No part of a private key ever is in here. */
export interface FiledCertificate {
  /** The entry's name in a keystore, Secret or kubeconfig. */
  readonly alias: string | null;
  readonly role: 'certificate' | 'authority';
  /** SHA-256 of each certificate, lower-case hex, the entry's own first. */
  readonly chain: readonly string[];
  readonly hasKey: boolean;
}

export interface FileFinding {
  /** A path, or `namespace/name` of a Kubernetes Secret. */
  readonly path: string;
  readonly at: string;
  readonly format: CertificateFileFormat | null;
  readonly problem: { readonly code: string; readonly message: string } | null;
  readonly certificates: 'unchanged' | readonly FiledCertificate[];
}

/** A collector's description of itself. */
export interface CollectorAbout {
  readonly version: string;
  /** The host's name, for people. */
  readonly host: string;
  /** How often it looks. */
  readonly intervalSeconds: number;
  /** `offline`: its bundles travel as files. */
  readonly mode: 'online' | 'offline';
  /** Its own file allows these, for display only. */
  readonly networks: readonly string[];
  readonly ports: readonly string[];
}

/** The sealed content of a bundle. */
export interface BundleContent {
  /** In the first bundle only: the secret of the token, and the Ed25519 key (raw, Base64url) that is the collector's from then on. */
  readonly enrollment?: { readonly secret: string; readonly publicKey: string } | undefined;
  readonly about: CollectorAbout;
  /** Refers to nothing in earlier bundles, so it may follow a gap. */
  readonly isComplete: boolean;
  /** DER in Base64, by SHA-256 in lower-case hex: those that no earlier bundle had. */
  readonly certificates: Readonly<Record<string, string>>;
  readonly endpoints: readonly EndpointFinding[];
  readonly files: readonly FileFinding[];
}

export const isHandshake = (seen: SeenAddress): seen is SeenHandshake => 'chain' in seen;

/** Says why a bundle can't be used. */
export const bundleFaults = [
  'malformed',
  'too_large',
  'bad_signature',
  'other_server',
  'other_organization',
  'unknown_collector',
  'revoked',
  'not_in_plan',
  'token_refused',
  'gap',
  'replay',
  'fork',
] as const;
export type BundleFaultCode = (typeof bundleFaults)[number];

export class BundleFault extends Error {
  readonly code: BundleFaultCode;
  constructor(code: BundleFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BundleFault';
    this.code = code;
  }
}
