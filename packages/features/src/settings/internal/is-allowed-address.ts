import { BlockList, isIP } from 'node:net';

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Whether `ip` is one of the addresses or in one of the CIDRs; an IPv4-mapped IPv6 address counts as IPv4. Empty list: any. */
export const isAllowedAddress = (allowed: readonly string[], ip: string): boolean => {
  if (allowed.length === 0) return true;
  const caller = ip.split('%')[0] ?? ip;
  if (isIP(caller) === 0) return false;
  const ranges = new BlockList();
  for (const entry of allowed) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) ranges.addAddress(address, familyOf(address));
    else ranges.addSubnet(address, Number(prefix), familyOf(address));
  }
  return ranges.check(caller, familyOf(caller));
};
