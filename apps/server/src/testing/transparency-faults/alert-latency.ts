import { setTimeout as wait } from 'node:timers/promises';
import { newId, watchedDomains } from '@notafter/db';
import { type SystemContext, saveChannel } from '@notafter/features';
import { makeOrgContext } from '@notafter/testing';
import type { LocalLog } from '@notafter/transparency/testing';
import { createRandom } from '../random.ts';
import { until } from '../until.ts';
import { issue } from './issued-plan.ts';
import { entriesLeft } from './kill-followers.ts';
import type { WatchWorld } from './watch-world.ts';

/** As many as an organization may have. */
const DOMAINS_OF_EACH = 1000;
const PATIENCE_MS = 300_000;
const LOOK_MS = 100;
/** Certificates are issued at any moment between two looks at a log, which are at most 40 s apart, so each is preceded by a pause of random length. */
const LONGEST_PAUSE_MS = 40_000;

export interface LatencySize {
  /** Domains that are watched, a thousand by each organization. */
  readonly watched: number;
  /** Unknown certificates for each kind of log. */
  readonly samples: number;
  readonly seed: number;
}

/** Until the alert and the message about it are stored, in ms. */
export interface Latency {
  /** From the submission to a log, which signs a head with it at once. */
  readonly submittedMs: number;
  /** From the first question for a head that has it, just before that is verified. */
  readonly headMs: number;
}

export interface Latencies {
  readonly static: readonly Latency[];
  readonly rfc6962: readonly Latency[];
}

const isHead = (path: string): boolean => /(?:^|\/)(?:checkpoint|get-sth)$/.test(path);

const watchDomains = async (world: WatchWorld, watched: number): Promise<string[]> => {
  const { system, receiverUrl } = world;
  const names = Array.from({ length: watched }, (_, at) => `watched${at}.example`);
  for (let start = 0; start < names.length; start += DOMAINS_OF_EACH) {
    const org = await makeOrgContext(system, { plan: 'Self-hosted' });
    await saveChannel(org, { type: 'webhook', enabled: true, settings: { url: receiverUrl } });
    const since = new Date();
    await system.db.insert(watchedDomains).values(
      names.slice(start, start + DOMAINS_OF_EACH).map((domain) => ({
        ...{ id: newId<'watched-domain'>(), orgId: org.org.id, domain, token: 'none', createdAt: since },
        ...{ verifiedBy: 'dns' as const, verifiedAt: since, learningUntil: since, caaAt: since },
      })),
    );
  }
  return names;
};

/** Which of these certificates have an alert and a message about it. */
const readAlerted = async ({ db }: SystemContext, tbs: readonly string[]): Promise<Set<string>> => {
  const rows = await db.$client<{ tbs: string }[]>`
    select tbs_sha256 as tbs from issuances
    where tbs_sha256 = any(${[...tbs]}) and exists (
      select from alerts join deliveries on deliveries.alert_id = alerts.id
      where alerts.certificate_id = issuances.id and alerts.rule = 'unknown_issuance')`;
  return new Set(rows.map((row) => row.tbs));
};

/** Submits unknown certificates to quiet logs, one at a time to each, while a worker watches for many domains. */
export const measureLatency = async (world: WatchWorld, { watched, samples, seed }: LatencySize): Promise<Latencies> => {
  const { system, staticLogs, rfc6962Logs } = world;
  const names = await watchDomains(world, watched);
  const worker = await world.startWorker();
  const all = [...staticLogs, ...rfc6962Logs];
  await until('the logs are known', PATIENCE_MS, async () => (await entriesLeft(system, all)) !== null);

  const waiting = new Map<string, () => void>();
  const noticing = new Set<() => void>();
  const looking = new AbortController();
  const look = async (): Promise<void> => {
    while (!looking.signal.aborted) {
      for (const notice of noticing) notice();
      if (waiting.size > 0) for (const tbs of await readAlerted(system, [...waiting.keys()])) waiting.get(tbs)?.();
      await wait(LOOK_MS);
    }
  };
  const random = createRandom(seed);
  const sample = async (log: LocalLog): Promise<Latency> => {
    await wait(random() * LONGEST_PAUSE_MS);
    const of = issue(`new.${names[Math.floor(random() * names.length)]}`);
    const alerted = Promise.withResolvers<void>();
    waiting.set(of.tbsSha256, alerted.resolve);
    log.append({ kind: 'precertificate', of });
    const submittedAt = performance.now();
    const asked = log.asked.length;
    let headAt: number | null = null;
    const notice = (): void => {
      if (headAt === null && log.asked.slice(asked).some(isHead)) headAt = performance.now();
    };
    noticing.add(notice);
    await Promise.race([alerted.promise, wait(PATIENCE_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('No alert.')))]);
    waiting.delete(of.tbsSha256);
    noticing.delete(notice);
    const now = performance.now();
    return { submittedMs: Math.round(now - submittedAt), headMs: Math.round(now - (headAt ?? submittedAt)) };
  };
  const ofKind = async (logs: readonly LocalLog[]): Promise<Latency[]> => {
    const taken = logs.map(async (log, nth) => {
      const times: Latency[] = [];
      for (let at = nth; at < samples; at += logs.length) times.push(await sample(log));
      return times;
    });
    return (await Promise.all(taken)).flat();
  };
  const looked = look();
  try {
    const [ofStatic, ofRfc6962] = await Promise.all([ofKind(staticLogs), ofKind(rfc6962Logs)]);
    return { static: ofStatic, rfc6962: ofRfc6962 };
  } finally {
    looking.abort();
    await looked;
    await worker.kill('SIGTERM');
  }
};
