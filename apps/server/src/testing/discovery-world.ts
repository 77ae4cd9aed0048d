import { createDiscoverySources, type SourcesOptions } from '@notafter/discovery';
import { type FakeService, startFakeCertspotter, startFakeCrtsh } from '@notafter/discovery/testing';
import type { DiscoverySource, Prober } from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch, createResolver } from '@notafter/net';
import { startZoneServer, type ZoneOptions, type ZoneServer } from '@notafter/net/testing';
import { type ClosableProber, createProber, type ProbeOptions } from '@notafter/tls';
import { startTlsFarm, type TlsFarm } from '@notafter/tls/testing';

/** The address of the farm, and the allowed part of the loopback net; the rest counts as private space. */
const FARM = '127.0.0.51';
/** Also has a server, but must not be dialed. */
const INSIDE = '127.0.0.52';

/** DNS, logs and TLS servers of one zone on loopback, and the real sources and prober that use them. */
export interface DiscoveryWorld {
  readonly zone: ZoneServer;
  readonly crtsh: FakeService;
  readonly certspotter: FakeService;
  readonly farm: TlsFarm;
  /** A server at an address that the guard refuses. */
  readonly inside: TlsFarm;
  readonly sources: readonly DiscoverySource[];
  readonly prober: Prober;
  close(): Promise<void>;
}

/** Adds a name of the zone that the farm serves, or one in private space. */
export const atFarm = { A: [FARM] } as const;
export const atInside = { A: [INSIDE] } as const;

export const zoneOf = (names: ZoneOptions['names']): ZoneOptions => ({ apex: 'zone.test', names });

/** A busy machine must not look like a silent server. */
const PATIENT_MS = 20_000;
const again = { backOffMs: 10, waitMaxMs: 100 } as const;

/** For tests with silent logs, which wait in vain; a log beside them answers long before. */
export const hastyWithLogs = { retryPolicy: { ...again, timeoutMs: 8_000, tries: 1 } } as const;
/** For tests with silent DNS servers. */
export const hastyWithDns = { dnsTimeoutMs: 1_500, probing: { dnsTimeoutMs: 1_500 } } as const;

interface WorldOptions extends Partial<SourcesOptions> {
  readonly probing?: Partial<ProbeOptions>;
}

export const startDiscoveryWorld = async ({ probing = {}, ...options }: WorldOptions = {}): Promise<DiscoveryWorld> => {
  const now = () => new Date();
  const zone = await startZoneServer(zoneOf({}));
  const [crtsh, certspotter] = [await startFakeCrtsh({ now }), await startFakeCertspotter({ now })];
  const farm = await startTlsFarm({ address: FARM });
  const inside = await startTlsFarm({ address: INSIDE, port: farm.port, authority: farm.authority });
  const real: ClosableProber = createProber({
    dnsServers: [zone.address],
    targetAllow: [FARM],
    extraCaPem: farm.ca,
    crlCheck: false,
    dnsTimeoutMs: PATIENT_MS,
    connectTimeoutMs: PATIENT_MS,
    handshakeTimeoutMs: PATIENT_MS,
    totalTimeoutMs: PATIENT_MS,
    ...probing,
  });
  // Not every user can listen on ports below 1024.
  const prober: Prober = {
    probe: async ({ host, port }, terms) => {
      const observation = await real.probe({ host, port: port === 443 ? farm.port : port }, terms);
      return { ...observation, target: { host, port } };
    },
  };
  const policy = createAddressPolicy({ allow: ['127.0.0.1'] });
  const guard = createGuard(createResolver({ servers: [zone.address], timeoutMs: PATIENT_MS }), policy);
  const sources = createDiscoverySources({
    probe: (target) => prober.probe(target),
    guardedFetch: createGuardedFetch({ guard }),
    dnsServers: [zone.address],
    dnsTimeoutMs: PATIENT_MS,
    crtshUrl: crtsh.url,
    certspotterUrl: certspotter.url,
    certspotterToken: null,
    retryPolicy: { ...again, timeoutMs: PATIENT_MS, tries: 2 },
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
