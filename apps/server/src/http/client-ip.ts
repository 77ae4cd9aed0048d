import { BlockList, isIP } from 'node:net';
import { StartError } from '../start-error.ts';

/** Returns the caller's address from the socket's and the proxies' header. */
export type ClientIp = (socketAddress: string | undefined, forwardedFor: string | null) => string;

const plain = (address: string): string => (address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address);

/**
 * Trusts `X-Forwarded-For` only from the proxies in `TRUSTED_PROXIES`: read from the right, the first other address is the caller,
 * so that callers cannot choose their own.
 */
export const createClientIp = (trustedProxies: readonly string[]): ClientIp => {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [, address = '', digits] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
    const family = isIP(address);
    const width = family === 4 ? 32 : 128;
    const prefix = digits === undefined ? width : Number(digits);
    if (family === 0 || prefix > width) throw new StartError(`TRUSTED_PROXIES: '${entry}' is not an address or a CIDR such as 10.0.0.0/8.`);
    trusted.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  const isTrusted = (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
  return (socketAddress, forwardedFor) => {
    let caller = plain(socketAddress ?? '0.0.0.0');
    const claims = (forwardedFor ?? '').split(',').map((claim) => plain(claim.trim()));
    while (claims.length > 0 && isTrusted(caller)) {
      const claim = claims.pop();
      if (claim === undefined || isIP(claim) === 0) break;
      caller = claim;
    }
    return caller;
  };
};
