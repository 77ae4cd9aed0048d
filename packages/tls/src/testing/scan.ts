import type { ScanFacts } from '@notafter/domain';
import { createAddressPolicy, createGuard, createResolver } from '@notafter/net';
import { type ScanOptions, scanServer } from '../scan/scan-server.ts';

const guard = createGuard(createResolver({ servers: [], timeoutMs: 20_000 }), createAddressPolicy({ allow: ['127.0.0.0/8'] }));

/** Loopback and nothing else. */
export const dial = guard.guardedConnect;

/** Scans a server on loopback by the name `scan.test`, without pauses and with the patience that a busy machine needs. */
export const scanLocal = (port: number, options: Partial<ScanOptions> = {}): ReturnType<typeof scanServer> =>
  scanServer(
    { host: '127.0.0.1', port },
    { dial, servername: 'scan.test', pauseMs: 0, totalTimeoutMs: 60_000, answerTimeoutMs: 10_000, minPatienceMs: 2_000, ...options },
  );

/** The facts of a scan that must succeed, with nothing left out. */
export const scannedFacts = async (port: number, options: Partial<ScanOptions> = {}): Promise<ScanFacts> => {
  const result = await scanLocal(port, options);
  if (result.kind !== 'scanned') throw new Error(result.detail);
  return result.facts;
};

/** Versions with their suites, newest first: what two scans of the same server have to agree on. */
export const suitesByVersion = ({ protocols }: ScanFacts): Record<string, readonly string[]> =>
  Object.fromEntries(protocols.map(({ version, suites }) => [version, suites]).toReversed());

export const groupNames = ({ exchanges }: ScanFacts): string[] => exchanges.map(({ name }) => name);
