import type { ScanFacts } from '@notafter/domain';
import { createAddressPolicy, createGuard, createResolver } from '@notafter/net';
import { type ScanOptions, scanServer } from '../scan/scan-server.ts';

const guard = createGuard(createResolver({ servers: [], timeoutMs: 20_000 }), createAddressPolicy({ allow: ['127.0.0.0/8'] }));

/** Dials loopback only. */
export const dial = guard.guardedConnect;

/** Scans a server on loopback as `scan.test`, without pauses and with limits for a busy machine. */
export const scanLocal = (port: number, options: Partial<ScanOptions> = {}): ReturnType<typeof scanServer> =>
  scanServer(
    { host: '127.0.0.1', port },
    { dial, servername: 'scan.test', pauseMs: 0, totalTimeoutMs: 60_000, answerTimeoutMs: 10_000, minPatienceMs: 2_000, ...options },
  );

/** Returns the facts of a scan that must succeed without skipped steps. */
export const scannedFacts = async (port: number, options: Partial<ScanOptions> = {}): Promise<ScanFacts> => {
  const result = await scanLocal(port, options);
  if (result.kind !== 'scanned') throw new Error(result.detail);
  return result.facts;
};

/** Returns versions with their suites, newest first: two scans of one server have to agree on them. */
export const suitesByVersion = ({ protocols }: ScanFacts): Record<string, readonly string[]> =>
  Object.fromEntries(protocols.map(({ version, suites }) => [version, suites]).toReversed());

export const groupNames = ({ exchanges }: ScanFacts): string[] => exchanges.map(({ name }) => name);
