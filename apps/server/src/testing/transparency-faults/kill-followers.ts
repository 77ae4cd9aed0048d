import { setTimeout as wait } from 'node:timers/promises';
import { certificates, newId, transparencyLogs, watchedDomains, x509Certificates } from '@notafter/db';
import { enqueueAlertSweep, type SystemContext, saveChannel, watchDomain } from '@notafter/features';
import { certificateFacts, makeOrgContext } from '@notafter/testing';
import type { LocalLog } from '@notafter/transparency/testing';
import { createRandom } from '../random.ts';
import { until } from '../until.ts';
import { type PlannedEndpoint, planIssued } from './issued-plan.ts';
import { type Judged, judgeIssued } from './judge-issued.ts';
import type { WatchWorld } from './watch-world.ts';

const DOMAIN = 'shop.example';
const ISSUER = 'Bulk Trust';
const BATCH = 1000;
const PATIENCE_MS = 120_000;
/** A worker lives at most this long after it has begun to read. */
const LONGEST_READ_MS = 700;
/** Of so many kills, one is followed by all of the time that pg-boss waits for a dead worker. */
const FULL_WAIT_EACH = 25;
const LOOK_MS = 1000;
const isReading = /^(tile\/(data|names)\/|ct\/v1\/get-entries)/;

export interface KillSize {
  readonly renewals: number;
  readonly unknowns: number;
  readonly kills: number;
  readonly seed: number;
}

export interface FollowerKill {
  readonly round: number;
  readonly afterMs: number;
  /** Logs that the killed worker was reading. */
  readonly reading: number;
  /** Entries of both logs that were not stored yet. */
  readonly left: number;
  readonly shortened: boolean;
}

const insertEndpoints = async (
  ctx: SystemContext,
  orgId: Awaited<ReturnType<typeof makeOrgContext>>['org']['id'],
  planned: readonly PlannedEndpoint[],
) => {
  const rows = planned.map(({ host, ...validity }) => ({
    host,
    facts: certificateFacts(host, { san: [host], issuerOrganization: ISSUER, ...validity }),
  }));
  for (let start = 0; start < rows.length; start += BATCH) {
    const some = rows.slice(start, start + BATCH);
    await ctx.db.insert(x509Certificates).values(
      some.map(({ facts }) => ({
        fingerprint256: facts.fingerprint256,
        facts: { ...facts, notBefore: facts.notBefore.toISOString(), notAfter: facts.notAfter.toISOString() },
        firstSeenAt: facts.notBefore,
      })),
    );
    await ctx.db.insert(certificates).values(
      some.map(({ host, facts }) => ({
        ...{ id: newId<'certificate'>(), orgId, host, port: 443, domain: host, createdAt: facts.notBefore, issuer: ISSUER },
        ...{ notBefore: facts.notBefore, notAfter: facts.notAfter, fingerprint256: facts.fingerprint256, san: [host] },
      })),
    );
  }
};

const cursorSizes = async ({ db }: SystemContext): Promise<Map<string, number | null>> => {
  const rows = await db.select({ id: transparencyLogs.id, cursor: transparencyLogs.cursor }).from(transparencyLogs);
  return new Map(rows.map(({ id, cursor }) => [id, cursor?.size ?? null]));
};

/** Entries of the logs that are not stored yet; null as long as one was never read. */
export const entriesLeft = async (ctx: SystemContext, logs: readonly LocalLog[]): Promise<number | null> => {
  const sizes = await cursorSizes(ctx);
  let left = 0;
  for (const { log, store } of logs) {
    const size = sizes.get(log.id) ?? null;
    if (size === null) return null;
    left += store.size - size;
  }
  return left;
};

/** Waits until a sweep of the ledger that begins now has ended. */
const sweepOnce = async (system: SystemContext): Promise<void> => {
  const isIdle = async (): Promise<boolean> => {
    const [row] = await system.db.$client<{ n: number }[]>`
      select count(*)::int as n from pgboss.job where name like 'sweep-alerts%' and state < 'completed'`;
    return row?.n === 0;
  };
  await until('no sweep runs', PATIENCE_MS, isIdle);
  await enqueueAlertSweep(system);
  await until('the sweep has ended', PATIENCE_MS, isIdle);
};

/**
 * Kills the worker that follows a static log and an RFC 6962 log, at moments that the seed determines, while an organization's certificates
 * are renewed; compares what is stored in the end.
 */
export const killFollowers = async (
  world: WatchWorld,
  size: KillSize,
  onKill: (kill: FollowerKill) => void = () => undefined,
): Promise<Judged> => {
  const { system } = world;
  const { kills, seed } = size;
  const random = createRandom(seed);
  const plan = planIssued({ domain: DOMAIN, ...size });
  const logs = [world.staticLogs, world.rfc6962Logs].flatMap(([first]) => first ?? []);
  const org = await makeOrgContext(system, { plan: 'Self-hosted' });
  await saveChannel(org, { type: 'webhook', enabled: true, settings: { url: world.receiverUrl } });
  await insertEndpoints(system, org.org.id, plan.endpoints);
  await watchDomain(org, { domain: DOMAIN });
  await system.db.update(watchedDomains).set({ learningUntil: new Date(), caaAt: new Date() });

  let worker = await world.startWorker();
  const read = (what: string): Promise<void> =>
    until(what, PATIENCE_MS, async () => {
      if ((await entriesLeft(system, logs)) === 0) return true;
      await world.makeDue();
      await wait(LOOK_MS);
      return false;
    });
  await read('the logs are known');
  const asked = (): number => logs.reduce((sum, log) => sum + log.asked.filter((path) => isReading.test(path)).length, 0);
  const perRound = Math.ceil(plan.submissions.length / kills);
  for (let round = 1; round <= kills; round += 1) {
    const before = asked();
    for (const log of logs) log.append(...plan.submissions.slice((round - 1) * perRound, round * perRound));
    const shortened = round % FULL_WAIT_EACH !== 0;
    if (shortened) await world.makeDue();
    await until('the worker reads', PATIENCE_MS, () => asked() > before);
    const afterMs = Math.round(random() * LONGEST_READ_MS);
    await wait(afterMs);
    await worker.kill('SIGKILL');
    const [active] = await system.db.$client<{ n: number }[]>`
      select count(*)::int as n from pgboss.job where name like 'follow-log%' and state = 'active'`;
    onKill({ round, afterMs, reading: active?.n ?? 0, left: (await entriesLeft(system, logs)) ?? 0, shortened });
    if (shortened) await world.giveUpJobs();
    worker = await world.startWorker();
  }
  await read('everything is read');
  await sweepOnce(system);
  const judged = await judgeIssued(system.db, plan);
  await worker.kill('SIGTERM');
  return judged;
};
