import { isWithin } from '@notafter/domain';
import type { DnsClient } from './client.ts';
import { recordTypes } from './record.ts';

const STEPS_MAX = 2_000;
const addressTypes = new Set<number>([recordTypes.A, recordTypes.AAAA, recordTypes.CNAME]);

/** `not offered`: the zone is unsigned, hides its names (NSEC3) or makes up neighbours (RFC 4470). */
export type WalkEnd = 'whole' | 'not offered' | 'too long' | 'broken off';

/**
 * Follows a signed zone's NSEC records from its apex round to its apex again: each names the next name that exists. A chain
 * that leaves the zone, turns in a circle or never ends is hostile or broken, and is left.
 */
export const walkNsec = async (
  client: DnsClient,
  domain: string,
  {
    signal,
    isLate,
    onName,
  }: { readonly signal: AbortSignal; readonly isLate: () => boolean; readonly onName: (name: string) => Promise<void> },
): Promise<WalkEnd> => {
  const visited = new Set<string>();
  let current = domain;
  while (visited.size < STEPS_MAX) {
    if (isLate()) return visited.size === 0 ? 'not offered' : 'broken off';
    visited.add(current);
    const reply = await client.query(current, 'NSEC', signal);
    const isFirst = visited.size === 1;
    if (reply.kind !== 'answer') return isFirst ? 'not offered' : 'broken off';
    const owner = current;
    const record = reply.records.find((one) => one.type === 'NSEC' && one.owner === owner);
    // An escaped byte is a neighbour that was made up to say as little as possible.
    if (record === undefined || record.value.includes('\\')) return isFirst ? 'not offered' : 'broken off';
    if (record.types.some((type) => addressTypes.has(type))) await onName(current);
    if (record.value === domain) return 'whole';
    if (!isWithin(record.value, domain) || visited.has(record.value)) return 'broken off';
    current = record.value;
  }
  return 'too long';
};
