const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns the unit that one subscriber holds and that throttles count: an IPv4 address, or the /64 of an IPv6 address. */
export const networkOf = (ip: string): string => {
  const ipv4 = mappedIpv4.exec(ip)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const address = ip.split('%')[0] ?? ip;
  const url = `http://[${address}]`;
  if (!URL.canParse(url)) return ip;
  // URL writes the shortest form in hexadecimal (RFC 5952), so that '::' is the only thing left to expand.
  const canonical = new URL(url).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
};
