import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { ADDRESSES_MAX, type AddressObservation, type AddressProbe, type KnownAddresses, type Observation } from '@notafter/domain';

/** When every address is looked at. */
export interface AddressProbeTerms {
  /** What is known of them; null: they are looked at in any case. */
  readonly known: KnownAddresses | null;
  /** A person waits for it. */
  readonly first: boolean;
}

/** Of one name at once: enough that four slow addresses do not hold the rest, and little against the probes beside it. */
const AT_ONCE = 4;
/** Conversations with further addresses at once, beside those that a person waits for; a look that finds no room is left for the next check. */
const ROOM = 1_000;

/** DNS turns its answers round; in an order of their own the same address is the first one at each check. IPv4 stays in front. */
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

/** An endpoint that shows nothing itself is looked into further only where a person waits: it is checked again soon anyway. */
const isWanted = ({ known, first }: AddressProbeTerms, set: string, observation: Observation): boolean => {
  if (observation.kind !== 'served') return first && known === null && set !== '';
  return known === null || known.set !== set || known.fingerprint256 !== observation.chain[0].fingerprint256;
};

interface AddressProbeRequest {
  /** All that were judged, in a stable order. */
  readonly addresses: readonly string[];
  /** What the endpoint as a whole showed, from one of them. */
  readonly observation: Observation;
  readonly terms: AddressProbeTerms;
  /** Looks at one address alone. */
  readonly observe: (address: string) => Promise<Observation>;
}

/**
 * Makes the second half of a check: once an endpoint was seen, each further address behind its name on its own. Answers null
 * where there is no reason to look, or no room; rejects where `observe` does.
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
