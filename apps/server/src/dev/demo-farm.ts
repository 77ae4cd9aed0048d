import { addMs, DAY_MS } from '@notafter/domain';
import {
  type Authority,
  createAuthority,
  createLongChain,
  type DnsServer,
  type Issued,
  issueCertificate,
  keyPair,
  startDnsServer,
  startTlsFarm,
  type TlsFarm,
} from '@notafter/tls/testing';
import {
  DEMO_ZONE,
  type DemoAuthority,
  type DemoEndpoint,
  demoAuthorities,
  demoEndpoints,
  PRIVATE_AUTHORITY,
} from './demo-certificates.ts';
import { demoGoneHosts, demoUnwatched, startDemoLogs } from './demo-discovery.ts';
import { answerIcons } from './demo-icons.ts';

/** Separate loopback addresses, so that one demo name can refuse connections while the others respond. */
const SERVING_ADDRESS = '127.0.77.1';
const REFUSING_ADDRESS = '127.0.77.9';
const UNPRIVILEGED_PORT = 9443;

export interface DemoFarm {
  readonly port: number;
  /** In the form of `DNS_SERVERS`. */
  readonly dnsServer: string;
  /** In the form of `TARGET_ALLOW`. */
  readonly targetAllow: string;
  /** PEM bundle for `EXTRA_CA_FILE`: the authorities that stand for public ones. */
  readonly roots: string;
  /** PEM of the root of `PRIVATE_AUTHORITY`. */
  readonly privateRoot: string;
  /** In the form of `CRTSH_URL` and `CERTSPOTTER_URL`. */
  readonly crtshUrl: string;
  readonly certspotterUrl: string;
  /** Makes the demo's unreachable endpoints refuse connections from now on. */
  refuseUnreachable(): void;
  close(): Promise<void>;
}

const hostOf = (name: string): string => `${name}.${DEMO_ZONE}`;

const serve = (endpoint: DemoEndpoint, authority: Authority, now: Date): Issued => {
  const host = hostOf(endpoint.name);
  const notAfter = addMs(now, (endpoint.daysLeft + 0.35) * DAY_MS);
  const dates = { notBefore: addMs(notAfter, -endpoint.lifetimeDays * DAY_MS), notAfter };
  const key = keyPair('P-256', endpoint.keyOf ?? endpoint.name);
  const names = [host, ...(endpoint.extraNames ?? []).map(hostOf)];
  switch (endpoint.fault) {
    case 'self-signed':
      return issueCertificate({ subject: { CN: host, O: 'Harborline' }, san: names, key, ...dates });
    case 'wrong-host':
      return authority.issue([hostOf('parking')], { key, ...dates });
    case 'long-chain':
      return issueCertificate({ subject: { CN: host }, san: names, key, ...dates }, createLongChain(authority, 6));
    default:
      return authority.issue(names, { key, ...dates });
  }
};

const listen = async (certificates: Record<string, Issued>): Promise<TlsFarm> => {
  try {
    return await startTlsFarm({ certificates, address: SERVING_ADDRESS, port: 443, converse: answerIcons });
  } catch {
    // Ports below 1024 need root; without it, the demo shows a port after each name.
    return startTlsFarm({ certificates, address: SERVING_ADDRESS, port: UNPRIVILEGED_PORT, converse: answerIcons });
  }
};

/** The TLS servers that the demo organization monitors, all on loopback, with a DNS server for their names. */
export const startDemoFarm = async (now: Date): Promise<DemoFarm> => {
  const authorities = new Map<DemoAuthority, Authority>(demoAuthorities.map((name) => [name, createAuthority({ name })]));
  const certificates: Record<string, Issued> = {};
  for (const endpoint of [...demoEndpoints, ...demoUnwatched]) {
    const authority = authorities.get(endpoint.authority);
    if (authority !== undefined) certificates[hostOf(endpoint.name)] = serve(endpoint, authority, now);
  }
  const farm = await listen(certificates);
  // Not cached: names that the demo stops resolving must not come from a cache.
  const dns: DnsServer = await startDnsServer({
    [DEMO_ZONE]: [SERVING_ADDRESS],
    [`*.${DEMO_ZONE}`]: [SERVING_ADDRESS],
    ...Object.fromEntries(demoGoneHosts.map((host) => [host, 'NXDOMAIN' as const])),
  });
  const logs = await startDemoLogs(SERVING_ADDRESS, now);
  const rootsOf = (wanted: (name: DemoAuthority) => boolean): string =>
    [...authorities].flatMap(([name, { root }]) => (wanted(name) ? [root.pem] : [])).join('\n');
  return {
    port: farm.port,
    dnsServer: dns.address,
    targetAllow: `${SERVING_ADDRESS}/32,${REFUSING_ADDRESS}/32`,
    roots: rootsOf((name) => name !== PRIVATE_AUTHORITY),
    privateRoot: rootsOf((name) => name === PRIVATE_AUTHORITY),
    crtshUrl: logs.crtshUrl,
    certspotterUrl: logs.certspotterUrl,
    refuseUnreachable: () => {
      for (const { name, fault } of demoEndpoints) if (fault === 'unreachable') dns.set(hostOf(name), [REFUSING_ADDRESS]);
    },
    close: async () => {
      await logs.close();
      await dns.close();
      await farm.close();
    },
  };
};
