import {
  addMs,
  type DaneFacts,
  HOUR_MS,
  MINUTE_MS,
  type NameFacts,
  type PreflightRequest,
  type RenewalName,
  type RenewalPreflight,
  type ResolverState,
  type SkippedName,
} from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch, createResolver } from '@notafter/net';
import { createDnsClient } from '@notafter/net/dns';
import { findMailHosts, lookAtDane, type ProbeChains } from './dane.ts';
import { createLookUp, type LookUp, readResolverState } from './look-up.ts';
import { climbCaa, lookUpAddresses, lookUpChallenge, lookUpPersist, skipReason } from './names.ts';
import { createRegistrationClient } from './registration.ts';
import { lookAtWeb } from './web.ts';

export interface PreflightOptions {
  /** `ip` or `ip:port`; empty means the system's resolvers. */
  readonly dnsServers: readonly string[];
  readonly probeChains: ProbeChains;
  readonly clock?: { now(): Date };
  /** Private ranges that count as public; for tests. */
  readonly publicAllow?: readonly string[];
  /** Names that are known to be signed, to see whether the resolver validates. */
  readonly signedNames?: readonly string[];
  /** IANA’s list of RDAP servers; null: no registry is asked. */
  readonly bootstrapUrl?: string | null;
  readonly dnsTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  readonly answerTimeoutMs?: number;
  readonly ports?: { readonly http: number; readonly https: number };
  /** A host with an IPv6 address that answers, to see whether this machine has IPv6. */
  readonly ipv6Reference?: { readonly host: string; readonly port: number };
}

/** Signed since 2009, 2007 and 2012. */
const SIGNED_NAMES = ['org', 'se', 'nl'];
const BOOTSTRAP_URL = 'https://data.iana.org/rdap/dns.json';
const NAMES_AT_ONCE = 8;

const eachAtOnce = async <Item, Result>(items: readonly Item[], size: number, work: (item: Item) => Promise<Result>): Promise<Result[]> => {
  const results = new Map<number, Result>();
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(size, items.length) }, lane));
  return [...results].sort(([one], [other]) => one - other).map(([, result]) => result);
};

/** Creates the look at a domain. It asks DNS, connects to public addresses only, and remembers what it knows of the resolver. */
export const createPreflight = (options: PreflightOptions): RenewalPreflight => {
  const { dnsServers, probeChains, clock = { now: () => new Date() }, publicAllow = [], signedNames = SIGNED_NAMES } = options;
  const { dnsTimeoutMs = 5_000, connectTimeoutMs = 5_000, answerTimeoutMs = 10_000, bootstrapUrl = BOOTSTRAP_URL } = options;
  const { ports = { http: 80, https: 443 }, ipv6Reference = { host: 'data.iana.org', port: 443 } } = options;
  const client = createDnsClient({ servers: dnsServers, timeoutMs: dnsTimeoutMs });
  const policy = createAddressPolicy({ allow: publicAllow });
  const resolver = createResolver({ servers: dnsServers, timeoutMs: dnsTimeoutMs });
  const findRegistration = createRegistrationClient({
    fetch: createGuardedFetch({ guard: createGuard(resolver, policy) }),
    bootstrapUrl,
    now: () => clock.now(),
  });

  let resolverState: { readonly state: ResolverState; readonly until: Date } | null = null;
  const stateOfResolver = async (signal: AbortSignal): Promise<ResolverState> => {
    if (resolverState !== null && resolverState.until > clock.now()) return resolverState.state;
    const state = await readResolverState(client, signedNames, signal);
    resolverState = { state, until: addMs(clock.now(), state === 'validates' ? HOUR_MS : MINUTE_MS) };
    return state;
  };

  let ipv6: { readonly works: Promise<boolean>; readonly until: Date } | null = null;
  const hasIpv6 = (): Promise<boolean> => {
    if (ipv6 !== null && ipv6.until > clock.now()) return ipv6.works;
    const dial = async (): Promise<boolean> => {
      const resolution = await resolver.resolve(ipv6Reference.host);
      const addresses = resolution.kind === 'found' ? resolution.addresses.filter((address) => address.includes(':')) : [];
      const guard = createGuard({ resolve: async () => ({ kind: 'found', addresses }) }, policy);
      const result = await guard.guardedConnect(ipv6Reference.host, ipv6Reference.port, {
        connectTimeoutMs,
        totalTimeoutMs: connectTimeoutMs,
      });
      if ('socket' in result) result.socket.destroy();
      return 'socket' in result;
    };
    ipv6 = { works: dial(), until: addMs(clock.now(), HOUR_MS) };
    return ipv6.works;
  };

  const lookAtName = async (lookUp: LookUp, domain: string, wanted: RenewalName): Promise<NameFacts | SkippedName> => {
    const { name, wildcard } = wanted;
    const addresses = await lookUpAddresses(lookUp, name);
    const skipped = skipReason(wanted, addresses, (address) => policy.isAllowed(address));
    if (skipped !== null) return skipped;
    const [caa, challenge, persist, web] = await Promise.all([
      climbCaa(lookUp, name),
      lookUpChallenge(lookUp, name),
      lookUpPersist(lookUp, name, domain),
      wildcard ? null : lookAtWeb(name, addresses, { policy, resolver, hasIpv6, ports, connectTimeoutMs, answerTimeoutMs }),
    ]);
    return { ...wanted, caa, isGone: addresses.isGone, challenge, persist, web };
  };

  const lookAtEndpoints = async (lookUp: LookUp, { domain, endpoints }: PreflightRequest): Promise<DaneFacts[]> => {
    const all = [...endpoints, ...(await findMailHosts(lookUp, domain))];
    const unique = new Map(all.map((endpoint) => [`${endpoint.host}:${endpoint.port}`, endpoint]));
    return eachAtOnce([...unique.values()], NAMES_AT_ONCE, (endpoint) => lookAtDane(lookUp, endpoint, probeChains));
  };

  return {
    async look(request, signal = new AbortController().signal) {
      const { domain } = request;
      const resolverNow = await stateOfResolver(signal);
      if (resolverNow === 'unreachable') return { domain, resolver: resolverNow, names: [], skipped: [], dane: [] };
      const lookUp = createLookUp(client, signal);
      const [looks, dane] = await Promise.all([
        eachAtOnce(request.names, NAMES_AT_ONCE, (name) => lookAtName(lookUp, domain, name)),
        lookAtEndpoints(lookUp, request),
      ]);
      return {
        domain,
        resolver: resolverNow,
        names: looks.flatMap((look) => ('reason' in look ? [] : [look])),
        skipped: looks.flatMap((look) => ('reason' in look ? [look] : [])),
        dane,
      };
    },
    findRegistration: (domain, signal = new AbortController().signal) => findRegistration(domain, signal),
  };
};
