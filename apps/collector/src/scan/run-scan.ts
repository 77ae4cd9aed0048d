import { privateKeyOf } from '@notafter/bundles';
import { formatTarget, type Log, type ProbeTarget } from '@notafter/domain';
import type { CollectorConfig } from '../config/config.ts';
import type { ReadFiles } from '../files/read-files.ts';
import { isDiskFull } from '../spool/open-spool.ts';
import type { Identity, Spool } from '../spool/spool.ts';
import { aboutOf } from './about.ts';
import { assembleContents } from './assemble-contents.ts';
import { chooseTargets } from './choose-targets.ts';
import type { ProbeTargetsOptions } from './probe-targets.ts';
import { readSources } from './read-sources.ts';
import { sealBundles } from './seal-bundles.ts';
import type { Found } from './watched-item.ts';

/** How often a scan says everything again, so that a lost bundle does not matter for longer. */
const COMPLETE_EVERY_MS = 7 * 86_400_000;

export interface ScanContext {
  readonly config: CollectorConfig;
  readonly identity: Identity;
  readonly spool: Spool;
  readonly probeTargets: (targets: readonly ProbeTarget[], options: ProbeTargetsOptions) => Promise<readonly Found[]>;
  readonly readFiles: ReadFiles;
  readonly log: Log;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** `dropped`: the disk is full; nothing changed, and the next scan finds the same again. */
export type ScanOutcome = 'stored' | 'dropped' | 'stopped';

const keyOf = (found: Found): string => (found.kind === 'endpoint' ? found.finding.target : found.finding.path);

/** The digests that a scan changes: of what is in its bundles in full. */
const digestsOf = (found: readonly Found[], kind: Found['kind'], isLeftOut: (found: Found) => boolean): ReadonlyMap<string, string> =>
  new Map(found.filter((each) => each.kind === kind && !isLeftOut(each)).map((each) => [keyOf(each), each.digest]));

/** Scans once and queues the result. Everything that the bundles imply moves with them in one transaction. */
export const runScan = async (context: ScanContext, { complete = false } = {}): Promise<ScanOutcome> => {
  const { config, identity, spool, log, now, signal } = context;
  const state = spool.findState();
  const startedAt = now();
  const isComplete =
    complete || state.needsComplete || state.completedAt === null || startedAt.getTime() - state.completedAt.getTime() >= COMPLETE_EVERY_MS;
  const known = { endpoint: spool.findDigests('endpoint'), file: spool.findDigests('file') };
  const targets = chooseTargets(config, state.targets);
  const [endpoints, files] = await Promise.all([
    context.probeTargets(targets, { log, now, signal }),
    readSources(context.readFiles, config, { known: known.file, log, now, signal }),
  ]);
  if (signal.aborted) return 'stopped';

  const found = [...endpoints, ...files.found];
  const isKnown = (each: Found): boolean => known[each.kind].get(keyOf(each)) === each.digest;
  const { contents, certificates, tooLarge } = assembleContents({
    found,
    about: aboutOf(config, identity.mode),
    isKnown,
    sent: spool.findCertificates(),
    isComplete,
  });
  for (const name of tooLarge) log.warn({ name }, 'finding left out: it is larger than a bundle');
  const at = now();
  const signingKey = privateKeyOf(identity.privateKey).privateKey;
  const sealed = await sealBundles(contents, { sequence: state.lastSequence, hash: state.lastHash }, { ...identity, signingKey }, at);

  const watched = new Set(targets.map(formatTarget));
  const left = new Set([...tooLarge, ...files.gone]);
  const isLeftOut = (each: Found): boolean => left.has(keyOf(each)) || (!isComplete && isKnown(each));
  try {
    spool.appendScan({
      after: state.lastSequence,
      bundles: sealed,
      isComplete,
      digests: { endpoint: digestsOf(found, 'endpoint', isLeftOut), file: digestsOf(found, 'file', isLeftOut) },
      forgotten: { endpoint: [...known.endpoint.keys()].filter((key) => !watched.has(key)), file: files.gone },
      certificates,
      at,
    });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    log.error({ dataDir: config.dataDir }, 'disk full: this scan was dropped, the queue is intact; the next scan tries again');
    return 'dropped';
  }
  const bytes = sealed.reduce((total, bundle) => total + bundle.bytes.length, 0);
  log.info({ endpoints: endpoints.length, files: files.found.length, bundles: sealed.length, bytes, complete: isComplete }, 'scan queued');
  return 'stored';
};
