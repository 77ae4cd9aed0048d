import type { DiscoverySource, Observation, ProbeTarget } from '@notafter/domain';
import type { GuardedFetch } from '@notafter/net';
import { createDnsClient } from '@notafter/net/dns';
import { defaultRetryPolicy, type RetryPolicy } from '@notafter/net/lists';
import { createCertspotter } from './ct/certspotter.ts';
import { createCrtsh } from './ct/crtsh.ts';
import { createCtSource } from './ct/ct-source.ts';
import { createDirectSource } from './direct-source.ts';
import { createDnsSource } from './dns/dns-source.ts';
import { createSanSource } from './san-source.ts';
import type { SourceClock } from './source-options.ts';

export interface SourcesOptions {
  /** Never rejects because of the target. */
  readonly probe: (target: ProbeTarget) => Promise<Observation>;
  readonly guardedFetch: GuardedFetch;
  /** `ip` or `ip:port`; empty means the system's resolvers. */
  readonly dnsServers: readonly string[];
  /** Null if turned off. */
  readonly crtshUrl: string | null;
  readonly certspotterUrl: string | null;
  readonly certspotterToken: string | null;
  readonly clock?: SourceClock;
  /** For requests to certificate transparency services. */
  readonly retryPolicy?: RetryPolicy;
  readonly dnsTimeoutMs?: number;
  readonly directPorts?: readonly number[];
}

const DNS_TIMEOUT_MS = 2_000;

/** Returns every source in display order. */
export const createDiscoverySources = (options: SourcesOptions): DiscoverySource[] => {
  const { probe, guardedFetch: fetch, dnsServers, crtshUrl, certspotterUrl, certspotterToken, directPorts } = options;
  const { clock = { now: () => new Date() }, retryPolicy = defaultRetryPolicy, dnsTimeoutMs = DNS_TIMEOUT_MS } = options;
  return [
    createDirectSource({ clock, probe, ...(directPorts === undefined ? {} : { ports: directPorts }) }),
    createDnsSource({ clock, client: createDnsClient({ servers: dnsServers, timeoutMs: dnsTimeoutMs }) }),
    createCtSource({
      clock,
      services: [
        ...(crtshUrl === null ? [] : [createCrtsh({ fetch, baseUrl: crtshUrl, retryPolicy, now: clock.now })]),
        ...(certspotterUrl === null
          ? []
          : [createCertspotter({ fetch, baseUrl: certspotterUrl, token: certspotterToken, retryPolicy, now: clock.now })]),
      ],
    }),
    createSanSource({ clock }),
  ];
};
