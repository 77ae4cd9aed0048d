import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoFarm } from './demo-farm.ts';

/** The settings with which the demo's names resolve, can be dialed and are trusted. */
export const demoSettings = async (farm: DemoFarm, dataDir: string): Promise<Record<string, string>> => {
  await mkdir(dataDir, { recursive: true });
  const rootsFile = join(dataDir, 'demo-roots.pem');
  await writeFile(rootsFile, farm.roots);
  return {
    DNS_SERVERS: farm.dnsServer,
    TARGET_ALLOW: farm.targetAllow,
    EXTRA_CA_FILE: rootsFile,
    CRTSH_URL: farm.crtshUrl,
    CERTSPOTTER_URL: farm.certspotterUrl,
    // The demo's certificates have the names of real CAs, which know nothing of them.
    RENEWAL_INFO: 'off',
  };
};
