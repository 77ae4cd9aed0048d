import type { CertificateId } from '../../ids.ts';
import { type JudgedEndpoint, judgeWithOthers, type OtherCertificates, othersOf, type ServedCertificate } from '../addresses/addresses.ts';
import { type ClientFacts, sameClientFacts, withKnownSignatures } from '../clients/client-facts.ts';
import { type HistoryAction, historyActionFor } from '../history/history.ts';
import { checkIntervalHoursFor } from '../renewal/renewal.ts';
import {
  type AddressProbe,
  type MissingIssuer,
  type Observation,
  type RevocationFact,
  type ServedObservation,
  type UnreachableKind,
  type UnreachableObservation,
  type VerdictReason,
  type VerdictWarning,
  verdictReasons,
} from './observation.ts';
import { nextCheckAt, type ScheduleRule } from './schedule.ts';

/** Stored state of an endpoint that the next check's outcome depends on; null if it was never reached. */
export interface EndpointState {
  readonly id: CertificateId;
  readonly fingerprint256: string | null;
  /** SHA-256 fingerprints, leaf first as sent. */
  readonly chain: readonly string[];
  readonly rootFingerprint256: string | null;
  /** `ServedObservation.anchor`. */
  readonly anchorFingerprint256: string | null;
  readonly reasons: readonly VerdictReason[];
  readonly warnings: readonly VerdictWarning[];
  /** Of the last check of every address. */
  readonly others: OtherCertificates | null;
  readonly missingIssuer: MissingIssuer | null;
  readonly revocation: RevocationFact | null;
  readonly clientFacts: ClientFacts | null;
  readonly address: string | null;
  readonly protocol: string | null;
  readonly cipher: string | null;
  /** `AddressProbe.group`. */
  readonly keyExchange: string | null;
  readonly unreachableReason: UnreachableKind | null;
  readonly unreachableDetail: string | null;
  /** Consecutive failed checks. */
  readonly fails: number;
  readonly lastRecordedAt: Date | null;
}

interface CheckCircumstances extends ScheduleRule {
  readonly now: Date;
  readonly askedByPerson: boolean;
}

/** Changes of one check. `served` and `unreachable` hold the observation if the stored facts must follow it, else null. */
export interface CheckOutcome {
  readonly fails: number;
  readonly nextCheckAt: Date;
  readonly recorded: HistoryAction | null;
  readonly served: ServedObservation | null;
  /** With the served certificate. */
  readonly judged: (JudgedEndpoint & { readonly others: OtherCertificates | null; readonly keyExchange: string | null }) | null;
  readonly unreachable: UnreachableObservation | null;
  /** Replaces the stored state of each address. */
  readonly addressProbe: AddressProbe | null;
  /** `AddressProbe.set` of a complete address check; `forget` if the next check must read every address; null changes nothing. */
  readonly addressSet: { readonly set: string } | 'forget' | null;
}

/** The column is a smallint; nothing distinguishes larger counts. */
const MAX_FAILS = 32_767;

/**
 * Decides what a probe means for its endpoint. An unreachable endpoint keeps its last certificate and leaves no history entry; a
 * recovery clears the failure. A revoked certificate stays revoked until it is proven good: an unavailable CRL does not clear a
 * revocation. A change of address alone, usual with round-robin DNS, is stored only together with an entry.
 */
export const decideCheck = (before: EndpointState, observation: Observation, circumstances: CheckCircumstances): CheckOutcome => {
  const { now, askedByPerson } = circumstances;
  const addressProbe = observation.addresses ?? null;
  if (observation.kind === 'unreachable') {
    const fails = Math.min(before.fails + 1, MAX_FAILS);
    const known = before.unreachableReason === observation.reason && before.unreachableDetail === observation.detail;
    return {
      fails,
      nextCheckAt: nextCheckAt(before.id, now, fails, circumstances),
      recorded: null,
      served: null,
      judged: null,
      unreachable: known ? null : observation,
      addressProbe,
      // An unreachable endpoint keeps its verdict; the first check that reaches it reads all addresses again.
      addressSet: addressProbe === null ? null : 'forget',
    };
  }
  const seen = withKnownRevocation(before, observation);
  const { fingerprint256 } = seen.chain[0];
  const recorded = historyActionFor({
    previousFingerprint256: before.fingerprint256,
    fingerprint256,
    lastRecordedAt: before.lastRecordedAt,
    askedByPerson,
    now,
  });
  const others = addressProbe === null ? before.others : othersOf(seen, addressProbe);
  const judged = { ...judgeWithOthers(seen, others), others, keyExchange: addressProbe?.group ?? before.keyExchange };
  const changed = differs(before, seen, judged) || (recorded !== null && before.address !== seen.address);
  return {
    fails: 0,
    nextCheckAt: nextCheckAt(before.id, now, 0, {
      checkIntervalHours: checkIntervalHoursFor(seen.chain[0], circumstances.checkIntervalHours),
    }),
    recorded,
    served: changed ? withSignatures(before, seen) : null,
    judged: changed ? judged : null,
    unreachable: null,
    addressProbe,
    addressSet: addressProbe ?? (recorded === 'renewed' ? 'forget' : null),
  };
};

const differs = (before: EndpointState, observation: ServedObservation, judged: NonNullable<CheckOutcome['judged']>): boolean =>
  before.unreachableReason !== null ||
  before.protocol !== observation.protocol ||
  before.cipher !== observation.cipher ||
  before.keyExchange !== judged.keyExchange ||
  before.rootFingerprint256 !== (observation.root?.fingerprint256 ?? null) ||
  before.anchorFingerprint256 !== (observation.anchor ?? null) ||
  !sameList(
    before.chain,
    observation.chain.map((certificate) => certificate.fingerprint256),
  ) ||
  !sameList(before.reasons, judged.reasons) ||
  !sameList(before.warnings, judged.warnings) ||
  !sameOthers(before.others, judged.others) ||
  !sameMissing(before.missingIssuer, observation.missingIssuer ?? null) ||
  !sameClientFacts(before.clientFacts, observation.clientFacts ?? null) ||
  !sameRevocation(before.revocation, observation.revocation);

const sameMissing = (one: MissingIssuer | null, other: MissingIssuer | null): boolean =>
  one?.name === other?.name && one?.url === other?.url && one?.leadsToRoot === other?.leadsToRoot;

const sameOthers = (one: OtherCertificates | null, other: OtherCertificates | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    sameServed(one.endsFirst, other.endsFirst) &&
    sameServed(one.fails, other.fails) &&
    one.areDifferent === other.areDifferent &&
    sameList(one.reasons, other.reasons));

const sameServed = (one: ServedCertificate | null, other: ServedCertificate | null): boolean =>
  one?.fingerprint256 === other?.fingerprint256 && sameList(one?.addresses ?? [], other?.addresses ?? []);

/** The time of the check does not count. */
const sameRevocation = (one: RevocationFact | null, other: RevocationFact): boolean =>
  one !== null && one.status === other.status && one.source === other.source && one.detail === other.detail;

/** A check of a known certificate does not check the signatures of its SCTs again. */
const withSignatures = (before: EndpointState, observation: ServedObservation): ServedObservation => {
  const { clientFacts } = observation;
  if (clientFacts === undefined || before.clientFacts === null) return observation;
  return { ...observation, clientFacts: withKnownSignatures(clientFacts, before.clientFacts) };
};

const withKnownRevocation = (before: EndpointState, observation: ServedObservation): ServedObservation => {
  const { fingerprint256, revocation } = before;
  const { status } = observation.revocation;
  const wasRevoked = revocation?.status === 'revoked' && fingerprint256 === observation.chain[0].fingerprint256;
  if (!wasRevoked || status === 'revoked' || status === 'good') return observation;
  const reasons = new Set<VerdictReason>([...observation.reasons, 'revoked']);
  return { ...observation, revocation, reasons: verdictReasons.filter((reason) => reasons.has(reason)) };
};

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);
