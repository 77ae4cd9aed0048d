import { addMs, DAY_MS, HOUR_MS } from '../../time.ts';
import { lastingReasons } from '../checks/assess.ts';
import {
  type AddressProbe,
  type CertificateFacts,
  type ServedObservation,
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
}

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
  /** Of the certificate that expires first among those that differ from the endpoint's; null if none differs. */
  readonly endsFirst: { readonly notBefore: string; readonly notAfter: string } | null;
  /** Lasting ones of all other addresses. */
  readonly reasons: readonly VerdictReason[];
}

const served = (probe: AddressProbe) => probe.seen.flatMap((seen) => (seen.kind === 'served' ? [seen] : []));

/** Null if the others serve the endpoint's certificate, without further problems. */
export const othersOf = (own: ServedObservation, probe: AddressProbe): OtherCertificates | null => {
  const others = served(probe).filter(({ address }) => address !== own.address);
  const differing = others.map(({ certificate }) => certificate).filter((each) => each.fingerprint256 !== own.chain[0].fingerprint256);
  const [first] = differing.toSorted((one, other) => one.notAfter.getTime() - other.notAfter.getTime());
  const found = new Set(others.flatMap(lastingReasons));
  const reasons = verdictReasons.filter((reason) => found.has(reason));
  const known = new Set(own.reasons);
  if (first === undefined && reasons.every((reason) => known.has(reason))) return null;
  const endsFirst = first === undefined ? null : { notBefore: first.notBefore.toISOString(), notAfter: first.notAfter.toISOString() };
  return { endsFirst, reasons };
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
  const warnings = new Set<VerdictWarning>(others.endsFirst === null ? own.warnings : [...own.warnings, 'different_certificates']);
  return {
    reasons: verdictReasons.filter((reason) => reasons.has(reason)),
    warnings: verdictWarnings.filter((warning) => warnings.has(warning)),
    notBefore,
    notAfter,
  };
};
