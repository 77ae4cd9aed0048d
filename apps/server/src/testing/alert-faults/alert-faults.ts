import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@notafter/config';
import { makeThrowawayDir } from '@notafter/db/testing';
import { addMs, channelTypes, HOUR_MS } from '@notafter/domain';
import { enqueueAlertSweep } from '@notafter/features';
import { createLogger } from '../../logger.ts';
import { Closers, openSystem } from '../../system.ts';
import { createRandom } from '../random.ts';
import { until } from '../until.ts';
import { type FaultCluster, startCluster } from './cluster.ts';
import { drain, type Progress, readProgress } from './drain.ts';
import { readLedger } from './ledger.ts';
import { type FaultPlan, type FaultSize, planFaults, type Strike } from './plan.ts';
import { populateOrganization } from './populate.ts';
import { readReceived } from './received.ts';
import { type Receivers, startReceivers } from './receivers.ts';
import { type Reconciled, reconcile } from './reconcile.ts';
import { RunClock } from './run-clock.ts';
import { WorkerCrew } from './workers.ts';

const READY_MS = 300_000;
/** Maximum duration of a send by a living worker. */
const SILENT_SEND_MS = 20_000;
const ANSWERED_SEND_MS = 5000;
const PROGRESS_MS = 15_000;

export interface FaultOptions extends FaultSize {
  /** How often workers run the sweep, in addition to every minute. */
  readonly sweepEveryMs: number;
  /** Time limit for the whole run. */
  readonly deadlineMs: number;
  /** An empty folder for logs and the database, which is kept; absent: a temporary one. */
  readonly keep?: string | undefined;
  readonly onProgress?: (what: string) => void;
}

interface Struck extends Strike {
  /** On the machine's clock, in ms. */
  readonly at: number;
  /** The duration of a restart, until PostgreSQL accepted connections again. */
  readonly tookMs: number;
}

export interface FaultRun extends Reconciled {
  readonly struck: readonly Struck[];
  /** For each fault, the time until a receiver accepted the next message. */
  readonly silenceMs: readonly number[];
  /** For sends interrupted by a crash: the time from their start until they were found, on the workers' clock, in order. */
  readonly foundAfterMs: readonly number[];
  readonly behaviors: ReadonlyMap<string, number>;
  readonly startsRefused: number;
  /** How often time had to be moved because everything left waited for it. */
  readonly jumps: number;
  readonly chaosMs: number;
  readonly drainMs: number;
}

/** The full hour, and with it the digests of half of the certificates, comes while the rest crosses. */
const beginningOf = ({ crossingMs, speed }: FaultSize): Date =>
  new Date((Math.floor(Date.now() / HOUR_MS) + 2) * HOUR_MS - (crossingMs * speed) / 2);

interface Targets {
  readonly crew: WorkerCrew;
  readonly cluster: FaultCluster;
  readonly receivers: Receivers;
}

const strikeAll = async (plan: FaultPlan, { crew, cluster, receivers }: Targets, seed: number, deadline: number): Promise<Struck[]> => {
  const random = createRandom(seed + 1);
  const struck: Struck[] = [];
  for (const strike of plan.strikes) {
    const isTime = async (): Promise<boolean> => (await receivers.countTaken()) >= strike.atShare * plan.messages;
    await until('enough messages were taken for the next strike', deadline - performance.now(), isTime);
    const at = Date.now();
    if (strike.kind === 'kill') crew.killOne(random());
    const tookMs = strike.kind === 'kill' ? 0 : await cluster.restart(strike.kind);
    struck.push({ ...strike, at, tookMs });
  }
  return struck;
};

const silences = (struck: readonly Struck[], takenAt: readonly number[]): number[] =>
  struck.flatMap(({ at, tookMs }) => {
    const next = takenAt.find((taken) => taken > at + tookMs);
    return next === undefined ? [] : [next - at];
  });

/**
 * Lets certificates cross thresholds while workers, their database and every receiver fail as the seed determines, and finally
 * compares the receivers and the ledger with the expected alerts. Leaves no process and no file.
 */
export const runAlertFaults = async (options: FaultOptions): Promise<FaultRun> => {
  const { seed, workers, speed, timeouts, deadlineMs, keep, onProgress = () => undefined } = options;
  const deadline = performance.now() + deadlineMs;
  const plan = planFaults(options);
  const alerts = plan.organizations.reduce((count, { certificates }) => count + certificates.length, 0);
  const closers = new Closers();
  const dir = keep ?? (await makeThrowawayDir());
  const from = beginningOf(options);
  const clock = new RunClock({ showed: from.getTime() - HOUR_MS / 4, at: Date.now(), speed });
  if (keep === undefined) closers.add(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }));
  try {
    const logFile = join(dir, 'received.ndjson');
    const logs = join(dir, 'workers');
    await mkdir(logs, { recursive: true });
    const cluster = await startCluster(dir);
    closers.add(() => cluster.stop());
    const receivers = await startReceivers(logFile);
    closers.add(() => receivers.stop());
    const env = {
      ...receivers.env,
      DATABASE_URL: cluster.url,
      DATA_DIR: join(dir, 'data'),
      SECRET_KEY: `the key of the run with seed ${seed} `.padEnd(32, '.'),
      PUBLIC_URL: 'https://notafter.example',
      DEFAULT_PLAN: 'Self-hosted',
      EXTERNAL_IMAGES: 'off',
      PORT: '0',
      LOG_LEVEL: 'warn',
    };
    const log = createLogger('silent');
    const { system } = await openSystem({ config: readConfig(env, dir), log, runsJobs: false, closers, clock });
    for (const organization of plan.organizations) await populateOrganization(system, organization, receivers, { from });
    onProgress(`${plan.organizations.length} organizations with ${alerts} certificates on ${channelTypes.length} channels`);

    const crew = new WorkerCrew({ size: workers, env: { ...env, ROLE: 'worker' }, dir: logs, clock: clock.state });
    closers.add(() => crew.stop());
    const setTime = (instant: Date): void => {
      clock.set(instant);
      crew.setClock(clock.state);
    };
    await until('all workers are ready', READY_MS, () => crew.ready === workers);
    for (const [type, mix] of plan.mixes) await receivers.mix([type], mix, seed);
    setTime(from);
    const report = setInterval(() => {
      const say = ({ alerts: raised, sent, open }: Progress): void =>
        onProgress(`${raised} alerts raised, ${sent} sent, ${open} under way`);
      readProgress(system.db).then(say, () => onProgress('PostgreSQL is down'));
    }, PROGRESS_MS);
    closers.add(async () => clearInterval(report));

    const sweep = setInterval(() => void enqueueAlertSweep(system).catch(() => undefined), options.sweepEveryMs);
    closers.add(async () => clearInterval(sweep));

    const begunAt = performance.now();
    const struck = await strikeAll(plan, { crew, cluster, receivers }, seed, deadline);
    const healedAt = performance.now();
    onProgress(`${struck.length} faults done; receivers no longer fail`);
    await receivers.mix(channelTypes, {}, seed);
    const jumps = await drain({
      system,
      alerts,
      sendMs: (timeouts ? SILENT_SEND_MS : ANSWERED_SEND_MS) * speed,
      deadline,
      passMs: (ms) => setTime(addMs(clock.now(), ms)),
    });
    const drainMs = Math.round(performance.now() - healedAt);
    clearInterval(report);
    clearInterval(sweep);

    const received = await readReceived(logFile);
    const ledger = await readLedger(system.db);
    const { channels, problems } = reconcile(plan, received, ledger);
    return {
      channels,
      problems: [...problems, ...crew.ended],
      struck,
      silenceMs: silences(struck, received.takenAt),
      foundAfterMs: ledger.foundAfterMs,
      behaviors: received.behaviors,
      startsRefused: crew.startsRefused,
      jumps,
      chaosMs: Math.round(healedAt - begunAt),
      drainMs,
    };
  } finally {
    await closers.closeAll();
  }
};
