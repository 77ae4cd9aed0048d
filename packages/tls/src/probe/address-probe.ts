import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { ADDRESSES_MAX, type AddressObservation, type AddressProbe, type KnownAddresses, type Observation } from '@notafter/domain';

/** When to check every address. */
export interface AddressProbeTerms {
  /** The known addresses and certificate; null to check in any case. */
  readonly known: KnownAddresses | null;
  /** A person waits for the result. */
  readonly first: boolean;
}

/** Connections per name at once: enough that four slow addresses do not block the rest, and few next to other probes. */
const AT_ONCE = 4;
/** Connections to further addresses at once, in addition to those that a person waits for. Beyond this limit, the check skips them. */
const ROOM = 1_000;

/** DNS rotates its answers; a stable order makes the same address the first one at each check. IPv4 comes first. */
export const inStableOrder = (addresses: readonly string[]): readonly string[] =>
  addresses.length < 2
    ? addresses
    : addresses.toSorted((one, other) => Number(isIPv4(other)) - Number(isIPv4(one)) || (one < other ? -1 : Number(one > other)));

const setOf = (addresses: readonly string[]): string =>
  addresses.length < 2 ? '' : createHash('sha256').update(addresses.join(' ')).digest('base64url').slice(0, 16);

const seenAt = (address: string, observation: Observation): AddressObservation => {
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
  /** Observes one address. */
  readonly observe: (address: string) => Promise<Observation>;
}

/**
 * Creates the second half of a check: after an endpoint was observed, each further address behind its name separately.
 * Returns null if not needed, or if the limit is reached; rejects when `observe` does.
 */
export const createAddressProbe = (room = ROOM) => {
  let underWay = 0;
  return async ({ addresses, observation, terms, observe }: AddressProbeRequest): Promise<AddressProbe | null> => {
    const set = setOf(addresses);
    if (!isWanted(terms, set, observation)) return null;
    const chosen = addresses.slice(0, ADDRESSES_MAX);
    const lanes = Math.min(AT_ONCE, chosen.length - 1);
    if (!terms.first && underWay + lanes > room) return null;
    const seen = new Map([[observation.address, observation]]);
    const waiting = chosen.filter((address) => !seen.has(address));
    const goThrough = async (): Promise<void> => {
      for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) seen.set(address, await observe(address));
    };
    underWay += lanes;
    try {
      await Promise.all(Array.from({ length: lanes }, goThrough));
    } finally {
      underWay -= lanes;
    }
    return {
      set,
      seen: chosen.flatMap((address) => {
        const shown = seen.get(address);
        return shown === undefined ? [] : [seenAt(address, shown)];
      }),
    };
  };
};
