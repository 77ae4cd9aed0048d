import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DnsServer, startDnsServer, startTlsFarm, type TlsFarm } from '@notafter/tls/testing';

export interface LocalFarm {
  readonly tls: TlsFarm;
  readonly dns: DnsServer;
  /** The settings with which its names resolve, can be dialed and are trusted. */
  readonly env: Readonly<Record<string, string>>;
  /** `<name>.farm.test:<port>` */
  domain(name: string): string;
  close(): Promise<void>;
}

/** TLS servers for every name below farm.test, on loopback. Its root certificate is written to `folder`. */
export const startLocalFarm = async (folder: string): Promise<LocalFarm> => {
  const tls = await startTlsFarm();
  const dns = await startDnsServer({ '*.farm.test': [tls.address] });
  const roots = join(folder, 'farm-roots.pem');
  await writeFile(roots, tls.ca);
  return {
    tls,
    dns,
    env: { DNS_SERVERS: dns.address, TARGET_ALLOW: '127.0.0.0/8', EXTRA_CA_FILE: roots },
    domain: (name) => `${name}.farm.test:${tls.port}`,
    close: async () => {
      await dns.close();
      await tls.close();
    },
  };
};
