import type { HttpLook, PortLook, WebFacts } from '@notafter/domain';
import { type AddressPolicy, type AddressResolver, createGuard, createGuardedFetch, type Guard, GuardedFetchError } from '@notafter/net';
import type { Addresses } from './names.ts';

export interface WebLimits {
  readonly connectTimeoutMs: number;
  readonly answerTimeoutMs: number;
}

export interface WebOptions extends WebLimits {
  readonly policy: AddressPolicy;
  /** For redirects to other names. */
  readonly resolver: AddressResolver;
  /** Whether this machine reaches the IPv6 internet; asked only after a timeout. */
  readonly hasIpv6: () => Promise<boolean>;
  readonly ports: { readonly http: number; readonly https: number };
}

/** Let’s Encrypt follows as many (https://letsencrypt.org/docs/challenge-types/). */
const REDIRECTS_MAX = 10;
const PATH = '/.well-known/acme-challenge/notafter-preflight';
const BODY_MAX_BYTES = 1024;
const redirects = new Set([301, 302, 303, 307, 308]);

type Family = 'ipv4' | 'ipv6';

const dialPort = async (
  guard: Guard,
  host: string,
  port: number,
  address: string,
  options: WebOptions,
  family: Family,
): Promise<PortLook> => {
  const { connectTimeoutMs } = options;
  const result = await guard.guardedConnect(host, port, { connectTimeoutMs, totalTimeoutMs: connectTimeoutMs });
  if ('socket' in result) {
    result.socket.destroy();
    return { kind: 'open' };
  }
  switch (result.problem.kind) {
    case 'refused':
    case 'reset':
      return { kind: 'closed', address };
    case 'connect_timeout':
      return family === 'ipv4' || (await options.hasIpv6()) ? { kind: 'timeout', address } : { kind: 'unknown' };
    default:
      return { kind: 'unknown' };
  }
};

/** Follows redirects as a CA does, and asks no other address of the name than those of one family. */
const requestHttp = async (guard: Guard, start: string, address: string, { answerTimeoutMs }: WebLimits): Promise<HttpLook> => {
  const fetch = createGuardedFetch({ guard });
  const seen = new Set<string>();
  let url = start;
  while (!seen.has(url) && seen.size <= REDIRECTS_MAX) {
    seen.add(url);
    try {
      const { status, headers } = await fetch(url, {
        maxBytes: BODY_MAX_BYTES,
        cut: true,
        totalTimeoutMs: answerTimeoutMs,
        answerRedirects: true,
      });
      const location = headers.get('location');
      const next = redirects.has(status) && location !== undefined ? URL.parse(location, url) : null;
      if (next === null) return { kind: 'answers' };
      url = next.href;
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error;
      // A fault of another host after a redirect may be ours: a CA may see none.
      return seen.size === 1 && error.fault === 'timeout' ? { kind: 'timeout', address } : { kind: 'answers' };
    }
  }
  return { kind: 'loops' };
};

interface FamilyLook {
  readonly http: HttpLook | null;
  readonly https: PortLook | null;
}

const lookAtFamily = async (name: string, family: Family, addresses: readonly string[], options: WebOptions): Promise<FamilyLook> => {
  const [address] = addresses;
  if (address === undefined) return { http: null, https: null };
  const resolver: AddressResolver = {
    resolve: async (host) => (host === name ? { kind: 'found', addresses } : options.resolver.resolve(host)),
  };
  const guard = createGuard(resolver, options.policy);
  const { ports } = options;
  const [http, https] = await Promise.all([
    dialPort(guard, name, ports.http, address, options, family),
    dialPort(guard, name, ports.https, address, options, family),
  ]);
  const port = ports.http === 80 ? '' : `:${ports.http}`;
  if (http.kind !== 'open') return { http, https };
  return { http: await requestHttp(guard, `http://${name}${port}${PATH}`, address, options), https };
};

export const lookAtWeb = async (name: string, { ipv4, ipv6 }: Addresses, options: WebOptions): Promise<WebFacts> => {
  const [four, six] = await Promise.all([lookAtFamily(name, 'ipv4', ipv4, options), lookAtFamily(name, 'ipv6', ipv6, options)]);
  return { http: { ipv4: four.http, ipv6: six.http }, https: { ipv4: four.https, ipv6: six.https } };
};
