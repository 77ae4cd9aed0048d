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

/** Of one name at most this many addresses are looked at, in the order of the addresses. */
export const ADDRESSES_MAX = 16;

/** Below a day, so that with four checks a day the fourth one after a look is the next look, and not the fifth. */
const ADDRESS_PROBE_INTERVAL_MS = DAY_MS - HOUR_MS;

/** What is known of the addresses behind a name; a check looks at all of them again where any of it is not so any more. */
export interface KnownAddresses {
  /** `AddressProbe.set` of the last look. */
  readonly set: string | null;
  /** The certificate that the endpoint itself served last. */
  readonly fingerprint256: string | null;
}

/** How an endpoint is probed beside what it is. */
export interface ProbeTerms {
  /** A person waits for this one, so it waits for no other probe. */
  readonly first?: boolean;
  /** Every address behind the name is looked at where it is not as known, and where nothing is (null). Absent: only one is. */
  readonly known?: KnownAddresses | null;
}

interface AddressState {
  readonly addressSet: string | null;
  readonly addressesAt: Date | null;
  readonly fingerprint256: string | null;
}

/** What a scheduled check goes by: null, to look at every address, once a day. */
export const knownAddresses = ({ addressSet, addressesAt, fingerprint256 }: AddressState, now: Date): KnownAddresses | null =>
  addressesAt === null || addMs(addressesAt, ADDRESS_PROBE_INTERVAL_MS) <= now ? null : { set: addressSet, fingerprint256 };

/** What addresses other than the endpoint's own add to its verdict; instants are ISO 8601, as it is stored. */
export interface OtherCertificates {
  /** Of the certificate that ends first among those that differ from the endpoint's own; null where none differs. */
  readonly endsFirst: { readonly notBefore: string; readonly notAfter: string } | null;
  /** Lasting ones of all other addresses. */
  readonly reasons: readonly VerdictReason[];
}

const served = (probe: AddressProbe) => probe.seen.flatMap((seen) => (seen.kind === 'served' ? [seen] : []));

/** Null where the others serve what the endpoint itself serves, and nothing is wrong with them that is not wrong with it. */
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

/** What is stored of an endpoint: it is as bad as the worst of its addresses, and ends with the first of their certificates. */
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
