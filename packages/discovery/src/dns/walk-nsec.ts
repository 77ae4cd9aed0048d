import { isWithin } from '@notafter/domain';
import { type DnsClient, recordTypes } from '@notafter/net/dns';

const STEPS_MAX = 2_000;
const addressTypes = new Set<number>([recordTypes.A, recordTypes.AAAA, recordTypes.CNAME]);

/** `not offered`: the zone is unsigned, hides its names (NSEC3) or makes up neighbors (RFC 4470). */
export type WalkEnd = 'whole' | 'not offered' | 'too long' | 'incomplete';

/**
 * Follows a signed zone's NSEC records from its apex back to its apex: each names the next existing name. Stops at a chain
 * that leaves the zone, loops or never ends, because it is hostile or broken.
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
    if (isLate()) return visited.size === 0 ? 'not offered' : 'incomplete';
    visited.add(current);
    const reply = await client.query(current, 'NSEC', signal);
    const isFirst = visited.size === 1;
    if (reply.kind !== 'answer') return isFirst ? 'not offered' : 'incomplete';
    const owner = current;
    const record = reply.records.filter((one) => one.type === 'NSEC').find((one) => one.owner === owner);
    // An escaped byte marks a neighbor made up to disclose as little as possible.
    if (record === undefined || record.value.includes('\\')) return isFirst ? 'not offered' : 'incomplete';
    if (record.types.some((type) => addressTypes.has(type))) await onName(current);
    if (record.value === domain) return 'whole';
    if (!isWithin(record.value, domain) || visited.has(record.value)) return 'incomplete';
    current = record.value;
  }
  return 'too long';
};
