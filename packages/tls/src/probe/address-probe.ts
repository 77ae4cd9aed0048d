import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import {
  ADDRESSES_MAX,
  type AddressObservation,
  type AddressProbe,
  type KeyKind,
  type KnownAddresses,
  type Observation,
  otherKeyKind,
} from '@notafter/domain';

/** When to check every address. */
export interface AddressProbeTerms {
  /** The known addresses and certificate; null to check in any case. */
  readonly known: KnownAddresses | null;
  /** A person waits for the result. */
  readonly first: boolean;
  /** `ProbeTerms.served`. */
  readonly served?: string | null;
}

/** Connections per name at once: enough that four slow addresses do not block the rest, and few next to other probes. */
const AT_ONCE = 4;
/** Further connections at once, in addition to those that a person waits for. Beyond this limit, the check skips them. */
const ROOM = 1_000;

/** DNS rotates its answers; a stable order makes the same address the first one at each check. IPv4 comes first. */
export const inStableOrder = (addresses: readonly string[]): readonly string[] =>
  addresses.length < 2
    ? addresses
    : addresses.toSorted((one, other) => Number(isIPv4(other)) - Number(isIPv4(one)) || (one < other ? -1 : Number(one > other)));

/** `AddressProbe.set` of these addresses. */
export const setOf = (addresses: readonly string[]): string =>
  addresses.length < 2 ? '' : createHash('sha256').update(addresses.join(' ')).digest('base64url').slice(0, 16);

/** An observation as that of one address of a name. */
export const seenAt = (address: string, observation: Observation): AddressObservation => {
  if (observation.kind === 'served') return { kind: 'served', address, certificate: observation.chain[0], reasons: observation.reasons };
  return { kind: 'unreachable', address, reason: observation.reason, detail: observation.detail };
};

/** An unreachable endpoint is checked at its other addresses only when a person waits; the next check comes soon anyway. */
const isWanted = ({ known, first }: AddressProbeTerms, set: string, observation: Observation): boolean => {
  if (observation.kind !== 'served') return first && known === null && set !== '';
  return known === null || known.set !== set || known.fingerprint256 !== observation.chain[0].fingerprint256;
};

interface AddressProbeRequest {
  /** All allowed addresses, in a stable order. */
  readonly addresses: readonly string[];
  /** The observation of the endpoint, from one of them. */
  readonly observation: Observation;
  readonly terms: AddressProbeTerms;
  /** Observes one address, or its certificate with this kind of key. */
  readonly observe: (address: string, keyKind?: KeyKind) => Promise<Observation>;
}

/**
 * Creates the second half of a check: after an endpoint was observed, each further address behind its name separately, and each
 * address that serves a certificate once more for one of the other key type, which most refuse.
 * Returns null if not needed, or if the limit is reached; rejects when `observe` does.
 */
export const createAddressProbe = (room = ROOM) => {
  let underWay = 0;
  return async ({ addresses, observation, terms, observe }: AddressProbeRequest): Promise<Omit<AddressProbe, 'group'> | null> => {
    const set = setOf(addresses);
    if (!isWanted(terms, set, observation)) return null;
    const chosen = addresses.slice(0, ADDRESSES_MAX);
    const lanes = Math.min(AT_ONCE, chosen.length);
    if (!terms.first && underWay + lanes > room) return null;
    const seen = new Map<string, AddressObservation[]>();
    const look = async (address: string): Promise<void> => {
      const own = address === observation.address ? observation : await observe(address);
      const shown = [seenAt(address, own)];
      seen.set(address, shown);
      if (own.kind !== 'served') return;
      const keyKind = otherKeyKind(own.chain[0]);
      const other = await observe(address, keyKind);
      // Some servers send the only certificate they have, whatever was asked.
      if (other.kind === 'served' && otherKeyKind(other.chain[0]) !== keyKind) shown.push(seenAt(address, other));
    };
    const waiting = [...chosen];
    const goThrough = async (): Promise<void> => {
      for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) await look(address);
    };
    underWay += lanes;
    try {
      await Promise.all(Array.from({ length: lanes }, goThrough));
    } finally {
      underWay -= lanes;
    }
    return {
      set,
      seen: chosen.flatMap((address) => seen.get(address) ?? []),
    };
  };
};
