import { BlockList, isIP } from 'node:net';

/** Which addresses may be dialed. Takes IP literals only; anything else is refused. */
export interface AddressPolicy {
  isAllowed(address: string): boolean;
}

/** IPv4 space outside the public internet: IANA's special-purpose registry, multicast, and cloud metadata. */
const closedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Azure's host agent answers on a public address from inside every virtual machine.
  '168.63.129.16/32',
] as const;

/** Only global unicast is public; mapped, NAT64, unique-local and link-local forms are outside it. */
const openIpv6 = '2000::/3';

/** Special ranges inside global unicast: protocol assignments (Teredo, ORCHID), documentation, 6to4, AS112. */
const closedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'] as const;

const addRange = (list: BlockList, cidr: string): void => {
  const match = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(cidr.trim());
  const address = match?.[1] ?? '';
  // Colons identify the family and addSubnet checks the rest; compiling the regular expression behind isIP takes milliseconds.
  const isIpv6 = address.includes(':');
  const width = isIpv6 ? 128 : 32;
  try {
    list.addSubnet(address, match?.[2] === undefined ? width : Number(match[2]), isIpv6 ? 'ipv6' : 'ipv4');
  } catch (cause) {
    throw new RangeError(`'${cidr}' is not a CIDR range such as 10.0.0.0/8 or fd00::/8.`, { cause });
  }
};

const listOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) addRange(list, range);
  return list;
};

/**
 * Addresses that answer for the machine itself, with credentials: link-local space, the metadata services of clouds, and IPv6 forms of
 * them that a gateway translates.
 */
const machineServices = [
  '169.254.0.0/16',
  // Azure, Alibaba and Oracle.
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fe80::/10',
  // AWS and Google.
  'fd00:ec2::254',
  'fd20:ce::254',
  // NAT64 and 6to4 of 169.254.0.0/16.
  '64:ff9b::a9fe:0/112',
  '2002:a9fe::/32',
] as const;

const isSingle = (range: string): boolean => {
  const [address = '', bits] = range.trim().split('/');
  return bits === undefined || Number(bits) === (address.includes(':') ? 128 : 32);
};

/** A list for each family: one list for both matches IPv4 addresses in ranges of IPv6. */
const familiesOf = (ranges: readonly string[]) => {
  const ipv4 = listOf(ranges.filter((range) => !range.includes(':')));
  const ipv6 = listOf(ranges.filter((range) => range.includes(':')));
  return (address: string): boolean => (isIP(address) === 4 ? ipv4.check(address, 'ipv4') : ipv6.check(address, 'ipv6'));
};

/**
 * Returns a policy that passes what a range of `allow` covers and refuses everything else. An address of a machine service has to be an
 * entry by itself. IPv4 addresses in IPv6 form (`::ffff:10.0.0.1`) are refused. Throws RangeError for a range that cannot be parsed.
 */
export const createAllowListPolicy = ({ allow }: { readonly allow: readonly string[] }): AddressPolicy => {
  const isAllowed = familiesOf(allow);
  const isNamed = familiesOf(allow.filter(isSingle));
  const isMachineService = familiesOf(machineServices);
  const mapped = listOf(['::ffff:0:0/96']);
  return {
    isAllowed(address) {
      const family = address.includes('%') ? 0 : isIP(address);
      if (family === 0 || (family === 6 && mapped.check(address, 'ipv6'))) return false;
      return isNamed(address) || (isAllowed(address) && !isMachineService(address));
    },
  };
};

/**
 * Returns a policy that passes public unicast and refuses everything else, unless a range of `allow` (CIDR or single
 * address) covers it. Throws RangeError for a range that cannot be parsed.
 * Source: IANA IPv4 and IPv6 special-purpose address registries.
 */
export const createAddressPolicy = ({ allow }: { readonly allow: readonly string[] }): AddressPolicy => {
  const allowed = listOf(allow);
  const closed4 = listOf(closedIpv4);
  const open6 = listOf([openIpv6]);
  const closed6 = listOf(closedIpv6);
  return {
    isAllowed(address) {
      // Node accepts a zone id (fe80::1%eth0) as an IP, but its meaning depends on the local machine.
      if (address.includes('%')) return false;
      const family = isIP(address);
      if (family === 4) return allowed.check(address, 'ipv4') || !closed4.check(address, 'ipv4');
      if (family !== 6) return false;
      return allowed.check(address, 'ipv6') || (open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6'));
    },
  };
};
