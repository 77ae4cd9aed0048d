import type { DiscoverySource, Observation, ProbeTarget } from '@notafter/domain';
import type { GuardedFetch } from '@notafter/net';
import { defaultPatience, type Patience } from './ct/ask.ts';
import { createCertspotter } from './ct/certspotter.ts';
import { createCrtsh } from './ct/crtsh.ts';
import { createCtSource } from './ct/ct-source.ts';
import { createDirectSource } from './direct-source.ts';
import { createDnsClient } from './dns/client.ts';
import { createDnsSource } from './dns/dns-source.ts';
import { createSanSource } from './san-source.ts';
import type { SourceClock } from './source-options.ts';

export interface SourcesOptions {
  /** Never rejects for what the target does. */
  readonly probe: (target: ProbeTarget) => Promise<Observation>;
  readonly guardedFetch: GuardedFetch;
  /** `ip` or `ip:port`; empty means the system's own. */
  readonly dnsServers: readonly string[];
  /** Null: turned off. */
  readonly crtshUrl: string | null;
  readonly certspotterUrl: string | null;
  readonly certspotterToken: string | null;
  readonly clock?: SourceClock;
  /** Of calls to certificate transparency services. */
  readonly patience?: Patience;
  readonly dnsTimeoutMs?: number;
  readonly directPorts?: readonly number[];
}

const DNS_TIMEOUT_MS = 2_000;

/** Every source, in the order in which they are shown. */
export const createDiscoverySources = (options: SourcesOptions): DiscoverySource[] => {
  const { probe, guardedFetch: fetch, dnsServers, crtshUrl, certspotterUrl, certspotterToken, directPorts } = options;
  const { clock = { now: () => new Date() }, patience = defaultPatience, dnsTimeoutMs = DNS_TIMEOUT_MS } = options;
  return [
    createDirectSource({ clock, probe, ...(directPorts === undefined ? {} : { ports: directPorts }) }),
    createDnsSource({ clock, client: createDnsClient({ servers: dnsServers, timeoutMs: dnsTimeoutMs }) }),
    createCtSource({
      clock,
      services: [
        ...(crtshUrl === null ? [] : [createCrtsh({ fetch, baseUrl: crtshUrl, patience, now: clock.now })]),
        ...(certspotterUrl === null
          ? []
          : [createCertspotter({ fetch, baseUrl: certspotterUrl, token: certspotterToken, patience, now: clock.now })]),
      ],
    }),
    createSanSource({ clock }),
  ];
};
