import { addMs, DAY_MS, HOUR_MS } from '../../time.ts';
import type { TrustAnchors } from '../anchors/anchors.ts';
import { lastingReasons } from '../checks/assess.ts';
import {
  type AddressProbe,
  type CertificateFacts,
  type ServedObservation,
  type UnreachableKind,
  type VerdictReason,
  type VerdictWarning,
  verdictReasons,
  verdictWarnings,
} from '../checks/observation.ts';

/** At most this many addresses of a name are checked, in the order of the addresses. */
export const ADDRESSES_MAX = 16;

/** Below a day, so that with four checks a day the fourth one after an address check is the next, and not the fifth. */
const ADDRESS_PROBE_INTERVAL_MS = DAY_MS - HOUR_MS;

/** The known state of the addresses of a name; a check reads all of them again if any of it changed. */
export interface KnownAddresses {
  /** `AddressProbe.set` of the last address check. */
  readonly set: string | null;
  /** The certificate that the endpoint itself served last. */
  readonly fingerprint256: string | null;
}

/** Probe options in addition to the target. */
export interface ProbeTerms {
  /** A person waits for this probe, so it waits for no other. */
  readonly first?: boolean;
  /** Checks every address if it differs from this, or if this is null. Absent: checks only one. */
  readonly known?: KnownAddresses | null;
  /** Trusted besides the public roots and the operator's. */
  readonly anchors?: readonly TrustAnchors[];
  /** The certificate that the endpoint served last: the signatures of its SCTs were checked then. */
  readonly served?: string | null;
  /** A collector's findings at each address of the name, the endpoint's own first: judged, and nothing is dialed. */
  readonly reported?: readonly ReportedAddress[];
}

/** A handshake or a failure that another program saw, with certificates in DER. */
export type ReportedAddress =
  | { readonly kind: 'unreachable'; readonly address: string | null; readonly reason: UnreachableKind; readonly detail: string }
  | {
      readonly kind: 'served';
      readonly address: string;
      /** Leaf first, as sent. */
      readonly chain: readonly [Uint8Array, ...Uint8Array[]];
      readonly protocol: string;
      readonly cipher: string;
      readonly group: string | null;
      readonly groupBits: number | null;
      readonly signatureScheme: string | null;
      /** OCSPResponse and SignedCertificateTimestampList, DER. */
      readonly ocspStaple: Uint8Array | null;
      readonly signedTimestamps: Uint8Array | null;
      readonly isClientCertificateAsked: boolean;
      readonly handshakeMs: number;
    };

/** The kinds of key to ask a server with two certificates for; EdDSA counts as ECDSA. */
export type KeyKind = 'RSA' | 'ECDSA';

/** `RSA`, `ECDSA`, `Ed25519`: the type of a certificate's key as people name it. */
export const keyTypeLabel = (keyType: string): string => {
  if (keyType === 'EC') return 'ECDSA';
  return keyType.startsWith('RSA') ? 'RSA' : keyType;
};

const keyKindOf = ({ keyType }: Pick<CertificateFacts, 'keyType'>): KeyKind => (keyTypeLabel(keyType) === 'RSA' ? 'RSA' : 'ECDSA');

/** The kind of key to ask a server for that served this certificate. */
export const otherKeyKind = (certificate: Pick<CertificateFacts, 'keyType'>): KeyKind =>
  keyKindOf(certificate) === 'RSA' ? 'ECDSA' : 'RSA';

interface AddressState {
  readonly addressSet: string | null;
  readonly addressesAt: Date | null;
  readonly fingerprint256: string | null;
}

/** The known state for a scheduled check: null, to check every address, once a day. */
export const knownAddresses = ({ addressSet, addressesAt, fingerprint256 }: AddressState, now: Date): KnownAddresses | null =>
  addressesAt === null || addMs(addressesAt, ADDRESS_PROBE_INTERVAL_MS) <= now ? null : { set: addressSet, fingerprint256 };

/** Additions of the other addresses to an endpoint's verdict; instants are ISO 8601, as stored. */
export interface OtherCertificates {
  /** The certificate that expires first among those that differ from the endpoint's; null if none differs. */
  readonly endsFirst: (ServedCertificate & { readonly notBefore: string; readonly notAfter: string }) | null;
  /** Lasting ones of all other addresses, and of the certificate of the other key type. */
  readonly reasons: readonly VerdictReason[];
  /** Addresses serve different certificates of one key type. */
  readonly areDifferent: boolean;
  /** The first that fails, if the endpoint's certificate did not; null otherwise. */
  readonly fails: ServedCertificate | null;
}

/** Which certificate an alert is about, if a name serves several. */
export interface ServedCertificate {
  readonly fingerprint256: string;
  /** `keyTypeLabel`. */
  readonly keyType: string;
  /** All that serve it, in their order. */
  readonly addresses: readonly string[];
}

const served = (probe: AddressProbe) => probe.seen.flatMap((seen) => (seen.kind === 'served' ? [seen] : []));

/** Null if all addresses serve the endpoint's certificate alone, without further problems. */
export const othersOf = (own: ServedObservation, probe: AddressProbe): OtherCertificates | null => {
  const [{ fingerprint256 }] = own.chain;
  const all = served(probe);
  const others = all.filter(({ address, certificate }) => address !== own.address || certificate.fingerprint256 !== fingerprint256);
  const differing = others.filter(({ certificate }) => certificate.fingerprint256 !== fingerprint256);
  const [first] = differing.toSorted((one, other) => one.certificate.notAfter.getTime() - other.certificate.notAfter.getTime());
  const found = new Set(others.flatMap(lastingReasons));
  const reasons = verdictReasons.filter((reason) => found.has(reason));
  const known = new Set(own.reasons);
  if (first === undefined && reasons.every((reason) => known.has(reason))) return null;
  const keyTypes = new Map(all.map(({ certificate }) => [certificate.fingerprint256, keyTypeLabel(certificate.keyType)]));
  keyTypes.set(fingerprint256, keyTypeLabel(own.chain[0].keyType));
  return {
    endsFirst: first === undefined ? null : endingOf(first.certificate, all),
    reasons,
    areDifferent: new Set(keyTypes.values()).size < keyTypes.size,
    fails: lastingReasons(own).length > 0 ? null : firstToFail(others),
  };
};

type Served = ReturnType<typeof served>;

const servedBy = ({ fingerprint256, keyType }: CertificateFacts, among: Served): ServedCertificate => ({
  fingerprint256,
  keyType: keyTypeLabel(keyType),
  addresses: among.flatMap(({ address, certificate }) => (certificate.fingerprint256 === fingerprint256 ? [address] : [])),
});

const endingOf = (certificate: CertificateFacts, all: Served): OtherCertificates['endsFirst'] => ({
  ...servedBy(certificate, all),
  notBefore: certificate.notBefore.toISOString(),
  notAfter: certificate.notAfter.toISOString(),
});

const firstToFail = (others: Served): ServedCertificate | null => {
  const failing = others.filter((each) => lastingReasons(each).length > 0);
  return failing[0] === undefined ? null : servedBy(failing[0].certificate, failing);
};

/** The stored state of an endpoint: as bad as the worst of its addresses, and ending with the first of their certificates. */
export interface JudgedEndpoint {
  readonly reasons: readonly VerdictReason[];
  readonly warnings: readonly VerdictWarning[];
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const datesOf = (own: CertificateFacts, others: OtherCertificates | null): Pick<CertificateFacts, 'notBefore' | 'notAfter'> => {
  const other = others?.endsFirst ?? null;
  const isFirst = other !== null && new Date(other.notAfter) < own.notAfter;
  return isFirst ? { notBefore: new Date(other.notBefore), notAfter: new Date(other.notAfter) } : own;
};

export const judgeWithOthers = (own: ServedObservation, others: OtherCertificates | null): JudgedEndpoint => {
  const { notBefore, notAfter } = datesOf(own.chain[0], others);
  const lasting = lastingReasons(own);
  if (others === null) return { reasons: lasting, warnings: own.warnings, notBefore, notAfter };
  const reasons = new Set([...lasting, ...others.reasons]);
  const warnings = new Set<VerdictWarning>(others.areDifferent ? [...own.warnings, 'different_certificates'] : own.warnings);
  return {
    reasons: verdictReasons.filter((reason) => reasons.has(reason)),
    warnings: verdictWarnings.filter((warning) => warnings.has(warning)),
    notBefore,
    notAfter,
  };
};
