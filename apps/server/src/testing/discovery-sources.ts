import { type FakeService, startFakeCertspotter, startFakeCrtsh } from '@notafter/discovery/testing';
import { startZoneServer, type ZoneName, type ZoneServer } from '@notafter/net/testing';

/** The sources of a discovery, all on loopback: the two log services and a DNS server for every name. */
export interface LocalSources {
  readonly crtsh: FakeService;
  readonly certspotter: FakeService;
  readonly zone: ZoneServer;
  /** The settings with which the server uses them. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the names of the zone; all others do not exist. */
  setNames(names: Readonly<Record<string, ZoneName>>): void;
  close(): Promise<void>;
}

export const startLocalSources = async (): Promise<LocalSources> => {
  const clock = { now: () => new Date() };
  const [crtsh, certspotter, zone] = await Promise.all([
    startFakeCrtsh(clock),
    startFakeCertspotter(clock),
    startZoneServer({ apex: 'test', names: {} }),
  ]);
  return {
    crtsh,
    certspotter,
    zone,
    env: { DNS_SERVERS: zone.address, CRTSH_URL: crtsh.url, CERTSPOTTER_URL: certspotter.url },
    setNames: (names) => zone.set({ apex: 'test', names }),
    close: async () => {
      await Promise.all([crtsh.close(), certspotter.close(), zone.close()]);
    },
  };
};
