import { createDiscoverySources, type SourcesOptions } from '@notafter/discovery';
import {
  type FakeService,
  startFakeCertspotter,
  startFakeCrtsh,
  startZoneServer,
  type ZoneOptions,
  type ZoneServer,
} from '@notafter/discovery/testing';
import type { DiscoverySource, Prober } from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch, createResolver } from '@notafter/net';
import { type ClosableProber, createProber } from '@notafter/tls';
import { startTlsFarm, type TlsFarm } from '@notafter/tls/testing';

/** Where the farm listens, and what may be dialled of the loopback net; everything else of it is private space. */
const FARM = '127.0.0.51';
/** Listens too, and may not be dialled. */
const INSIDE = '127.0.0.52';

/** DNS, logs and TLS servers of one zone on loopback, and the real sources and prober that ask them. */
export interface DiscoveryWorld {
  readonly zone: ZoneServer;
  readonly crtsh: FakeService;
  readonly certspotter: FakeService;
  readonly farm: TlsFarm;
  /** Stands where the guard lets nobody go. */
  readonly inside: TlsFarm;
  readonly sources: readonly DiscoverySource[];
  readonly prober: Prober;
  close(): Promise<void>;
}

/** The address of a name of the zone that the farm serves, or that lies inside. */
export const atFarm = { A: [FARM] } as const;
export const atInside = { A: [INSIDE] } as const;

export const zoneOf = (names: ZoneOptions['names']): ZoneOptions => ({ apex: 'zone.test', names });

export const startDiscoveryWorld = async (options: Partial<SourcesOptions> = {}): Promise<DiscoveryWorld> => {
  const now = () => new Date();
  const zone = await startZoneServer(zoneOf({}));
  const [crtsh, certspotter] = [await startFakeCrtsh({ now }), await startFakeCertspotter({ now })];
  const farm = await startTlsFarm({ address: FARM });
  const inside = await startTlsFarm({ address: INSIDE, port: farm.port, authority: farm.authority });
  const real: ClosableProber = createProber({ dnsServers: [zone.address], targetAllow: [FARM], extraCaPem: farm.ca, crlCheck: false });
  // The ports below 1024 are not everybody's to listen at.
  const prober: Prober = {
    probe: async ({ host, port }, terms) => {
      const observation = await real.probe({ host, port: port === 443 ? farm.port : port }, terms);
      return { ...observation, target: { host, port } };
    },
  };
  const policy = createAddressPolicy({ allow: ['127.0.0.1'] });
  const guard = createGuard(createResolver({ servers: [zone.address], timeoutMs: 500 }), policy);
  const sources = createDiscoverySources({
    probe: (target) => prober.probe(target),
    guardedFetch: createGuardedFetch({ guard }),
    dnsServers: [zone.address],
    // Of a machine that does much else besides: a query that is late is a name that may be missing.
    dnsTimeoutMs: 1_500,
    crtshUrl: crtsh.url,
    certspotterUrl: certspotter.url,
    certspotterToken: null,
    patience: { timeoutMs: 1_000, tries: 2, backOffMs: 10, waitMaxMs: 100 },
    directPorts: [443],
    ...options,
  });
  return {
    zone,
    crtsh,
    certspotter,
    farm,
    inside,
    sources,
    prober,
    close: async () => {
      await real.close();
      await Promise.all([zone.close(), crtsh.close(), certspotter.close(), farm.close(), inside.close()]);
    },
  };
};
