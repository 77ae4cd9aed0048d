import { createKeyPair, readEnrollmentToken, readReceipt } from '@notafter/bundles';
import type { CollectorConfig } from '../config/config.ts';
import { aboutOf } from '../scan/about.ts';
import { runScan, type ScanContext } from '../scan/run-scan.ts';
import { sealBundles } from '../scan/seal-bundles.ts';
import type { Found } from '../scan/watched-item.ts';
import { type Identity, openSpool } from '../spool/spool.ts';
import type { StandInServer } from './stand-in-server.ts';

const HOUR_MS = 3_600_000;

/** A collector in this process that scans whatever it is given, at the hours of a clock that only it has. */
export const enrollOffline = async (dataDir: string, server: StandInServer, scan: (at: Date) => readonly Found[]) => {
  const token = readEnrollmentToken(server.token);
  if (token === null) throw new Error('Not a token.');
  const { secret, ...rest } = token;
  const { pem, privateKey, publicKey } = createKeyPair();
  const identity: Identity = { ...rest, privateKey: pem, mode: 'offline' };
  const config: CollectorConfig = {
    allow: { networks: ['10.0.0.0/8'], ports: [[443, 443]] },
    targets: scan(new Date(0)).flatMap(({ kind, finding }) =>
      kind === 'endpoint' && 'target' in finding ? [{ host: finding.target, port: 443 }] : [],
    ),
    acceptTargets: false,
    files: [],
    kubernetes: [],
    intervalMs: HOUR_MS,
    serverUrl: null,
    dataDir,
    dnsServers: [],
    caFile: null,
  };
  let at = new Date('2026-01-01T00:00:00Z');
  const lines: string[] = [];
  const write = (_: object, message: string): void => void lines.push(message);
  const spool = openSpool(dataDir);
  const content = {
    about: aboutOf(config, 'offline'),
    isComplete: true,
    certificates: {},
    endpoints: [],
    files: [],
    enrollment: { secret, publicKey },
  };
  const sealing = { collectorId: identity.collectorId, signingKey: privateKey, sealingKey: identity.sealingKey };
  const [first] = await sealBundles([content], { sequence: 0, hash: null }, sealing, at);
  if (first === undefined) throw new Error('No bundle.');
  spool.enroll(identity, first);
  const context: ScanContext = {
    config,
    identity,
    spool,
    probeTargets: () => Promise.resolve(scan(at)),
    readFiles: () => Promise.resolve([]),
    log: { debug: write, info: write, warn: write, error: write },
    now: () => at,
    signal: new AbortController().signal,
  };
  return {
    spool,
    lines,
    /** One scan, an hour after the one before. */
    scanNextHour() {
      at = new Date(at.getTime() + HOUR_MS);
      return runScan(context);
    },
    /** Carries every queued bundle to the server, and its last receipt back. */
    async carryAll(): Promise<number> {
      let carried = 0;
      let receipt = '';
      for (let bundle = spool.findNext(0); bundle !== null; bundle = spool.findNext(bundle.sequence)) {
        receipt = await server.importFile(bundle.bytes);
        carried += 1;
      }
      spool.applyReceipt(await readReceipt(receipt, identity.receiptKey), null);
      return carried;
    },
  };
};
