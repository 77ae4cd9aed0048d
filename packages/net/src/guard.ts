import { isIP, type Socket } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { type DialProblem, dialFirst } from './dial.ts';
import type { AddressResolver } from './resolver.ts';

/** Why a host may not or cannot be dialed. */
export type GuardProblem =
  | { readonly kind: 'name_not_found' }
  | { readonly kind: 'dns_timeout' }
  | { readonly kind: 'dns_failed'; readonly code: string }
  | { readonly kind: 'not_allowed' };

export type JudgedHost = { readonly addresses: readonly string[] } | { readonly problem: GuardProblem };
export type GuardedConnection = { readonly socket: Socket; readonly address: string } | { readonly problem: GuardProblem | DialProblem };

export interface ConnectLimits {
  /** For all addresses of the host together. */
  readonly connectTimeoutMs: number;
  /** For resolving and connecting together. */
  readonly totalTimeoutMs: number;
}

export interface Guard {
  /** Returns all addresses of a name or IP literal, or why none may be used. One refused address refuses the host. Never rejects. */
  resolveAllowed(host: string): Promise<JudgedHost>;
  /** Opens a TCP connection to a checked address. Never rejects because of the host. */
  guardedConnect(host: string, port: number, limits: ConnectLimits): Promise<GuardedConnection>;
}

/** Names that a URL parser or libc would read as an address (`127.1`, `0x7f000001`, `2130706433`). */
const looksNumeric = /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i;
const plainName = /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_-])?\.?$/i;

const withoutBrackets = (host: string): string => (host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host);

/** Names may queue for a resolver; the caller's timeout covers that wait. */
const within = (timeoutMs: number, judging: Promise<JudgedHost>): Promise<JudgedHost> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timeoutMs, { problem: { kind: 'dns_timeout' } });
    judging.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Combines resolver and policy: only checked addresses are dialed, so a second DNS answer cannot matter. */
export const createGuard = (resolver: AddressResolver, policy: AddressPolicy): Guard => {
  const resolveAllowed = async (host: string): Promise<JudgedHost> => {
    const name = withoutBrackets(host);
    if (isIP(name) !== 0) return policy.isAllowed(name) ? { addresses: [name] } : { problem: { kind: 'not_allowed' } };
    if (looksNumeric.test(name)) return { problem: { kind: 'not_allowed' } };
    if (!plainName.test(name) || name.length > 254) return { problem: { kind: 'name_not_found' } };
    const resolution = await resolver.resolve(name);
    switch (resolution.kind) {
      case 'found':
        return resolution.addresses.every((address) => policy.isAllowed(address))
          ? { addresses: resolution.addresses }
          : { problem: { kind: 'not_allowed' } };
      case 'not_found':
        return { problem: { kind: 'name_not_found' } };
      case 'timeout':
        return { problem: { kind: 'dns_timeout' } };
      case 'failed':
        return { problem: { kind: 'dns_failed', code: resolution.code } };
    }
  };
  return {
    resolveAllowed,
    async guardedConnect(host, port, { connectTimeoutMs, totalTimeoutMs }) {
      const deadline = performance.now() + totalTimeoutMs;
      const judged = await within(totalTimeoutMs, resolveAllowed(host));
      if ('problem' in judged) return judged;
      const leftMs = Math.max(1, Math.round(deadline - performance.now()));
      return dialFirst(judged.addresses, port, Math.min(connectTimeoutMs, leftMs));
    },
  };
};
