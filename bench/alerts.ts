import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Closers } from '../apps/server/src/system.ts';
import type { PlannedOrganization } from '../apps/server/src/testing/alert-faults/plan.ts';
import { populateOrganization } from '../apps/server/src/testing/alert-faults/populate.ts';
import { startReceivers } from '../apps/server/src/testing/alert-faults/receivers.ts';
import { startEmbeddedPostgres } from '../packages/db/src/embedded/index.ts';
import { closeDatabase, type Database, openDatabase } from '../packages/db/src/index.ts';
import { type ChannelSettings, type ChannelType, type DeliveryOutcome, MINUTE_MS, SHARDS, traitsOf } from '../packages/domain/src/index.ts';
import { deliverSlice, type SystemContext, sweepAlerts } from '../packages/features/src/index.ts';
import { type Figure, figuresTable, isOverBudget } from './figures.ts';
import { idleShareOf, processorMsOf } from './processor-time.ts';
import { type Settings, startProgram, withSystem } from './program.ts';

const ORGANIZATIONS = 200;
const A_DAY = 7;
const plan: Settings = { DEFAULT_PLAN: 'Self-hosted' };

/** Needs no pacing: the figure is our own work. */
const withoutPacing: readonly ChannelType[] = ['email', 'pagerduty', 'splunk', 'webhook'];
const COUNTED = 1000;
const REPEATS = 3;
const FAN_OUT_BUDGET_MS = 0.3;
const DELIVERY_BUDGET_MS = 10;

/** One channel with pacing, one with incidents, and mail. */
const usual: readonly ChannelType[] = ['email', 'slack', 'pagerduty'];
/** Twice as dense as 10,000 in an hour, so that a tenth of an hour is representative. */
const CROSSING = 2000;
const WINDOW_MS = 6 * MINUTE_MS;
const LATENCY_BUDGET_MS = 90_000;
const PATIENCE_MS = 5 * MINUTE_MS;

const organizationsOf = (round: string, count: number, crossesAfterMs: (nth: number) => number): PlannedOrganization[] =>
  Array.from({ length: ORGANIZATIONS }, (_, index) => ({
    name: `${round} ${index}`,
    alertDays: [A_DAY],
    grouped: false,
    certificates: Array.from({ length: count / ORGANIZATIONS }, (__, place) => {
      const nth = index + place * ORGANIZATIONS;
      return { domain: `${round}-${nth}.bench.test`, threshold: A_DAY, crossesAfterMs: crossesAfterMs(nth), text: '' };
    }),
  }));

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const delivered: DeliveryOutcome = { kind: 'delivered', status: 200, answer: 'ok' };

const withReceiversAtOnce = (system: SystemContext): SystemContext => ({
  ...system,
  log: quiet,
  gateways: { ...system.gateways, channels: { send: async () => delivered } },
});

/** Configured and never used: nothing is sent. */
const nowhere = {
  settingsOf: (type: ChannelType): ChannelSettings =>
    Object.fromEntries(traitsOf(type).fields.map(({ name }) => [name, name === 'url' ? 'https://receiver.example/' : 'a@example.com'])),
};

const measureCosts = (dataDir: string, closers: Closers): Promise<Figure[]> =>
  withSystem(
    dataDir,
    closers,
    async (system) => {
      const ctx = withReceiversAtOnce(system);
      const count = COUNTED * withoutPacing.length;
      const rounds: { fanOut: number; delivery: number }[] = [];
      for (let round = 0; round <= REPEATS; round += 1) {
        const planned = organizationsOf(`cost-${round}`, COUNTED, () => 0);
        for (const one of planned) await populateOrganization(ctx, one, nowhere, { from: new Date(), channels: withoutPacing });
        const idleShare = await idleShareOf(process.pid);
        const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
          const [startedAt, before] = [performance.now(), processorMsOf(process.pid)];
          await work();
          return (processorMsOf(process.pid) - before - idleShare * (performance.now() - startedAt)) / count;
        };
        const fanOut = await cpuOf(() => sweepAlerts(ctx));
        const delivery = await cpuOf(() => Promise.all(Array.from({ length: SHARDS }, (_, shard) => deliverSlice(ctx, { shard }))));
        const [row] = await system.db.$client<{ n: number }[]>`select count(*)::int as n from deliveries where state = 'sent'`;
        if (row?.n !== count * (round + 1)) throw new Error(`${row?.n} deliveries were sent instead of ${count * (round + 1)}.`);
        rounds.push({ fanOut, delivery });
      }
      // The first round warms up.
      const medianOf = (part: 'fanOut' | 'delivery'): number =>
        rounds
          .slice(1)
          .map((round) => round[part])
          .toSorted((one, other) => one - other)[Math.floor(REPEATS / 2)] ?? 0;
      const group = `Alerts, per delivery of ${count.toLocaleString('en')}`;
      return [
        { group, name: 'sweep and fan-out', size: count, cpuMs: medianOf('fanOut'), budgetMs: FAN_OUT_BUDGET_MS },
        { group, name: 'claim, attempt and outcome', size: count, cpuMs: medianOf('delivery'), budgetMs: DELIVERY_BUDGET_MS },
      ];
    },
    plan,
  );

interface Latency {
  readonly begun: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** Over every delivery, not only the first of each alert. */
  readonly allP99Ms: number;
}

/** From the instant at which each certificate crossed its threshold to the first delivery attempt. */
const readLatency = async ({ $client: sql }: Database): Promise<Latency> => {
  const [row] = await sql<Latency[]>`
    with tried as (
      select alert_id, extract(epoch from first_attempt_at - (not_after - make_interval(days => threshold + 1))) * 1000 as ms
      from deliveries join alerts on alerts.id = alert_id where first_attempt_at is not null
    ), first as (select min(ms) as ms from tried group by alert_id)
    select count(*)::int as begun, percentile_cont(0.5) within group (order by ms)::float as "p50Ms",
      percentile_cont(0.99) within group (order by ms)::float as "p99Ms", max(ms)::float as "mostMs",
      (select percentile_cont(0.99) within group (order by ms)::float from tried) as "allP99Ms"
    from first`;
  if (row === undefined) throw new Error('PostgreSQL answered nothing.');
  return row;
};

/** Runs the whole program with fake receivers while certificates cross one after the other. */
const measureLatency = async (dataDir: string, closers: Closers): Promise<Latency> => {
  const receivers = await startReceivers(join(dataDir, 'received.ndjson'));
  closers.add(() => receivers.stop());
  const settings = { ...plan, ...receivers.env };
  const planned = organizationsOf('crossing', CROSSING, (nth) => (nth / CROSSING) * WINDOW_MS);
  const from = new Date(Date.now() + MINUTE_MS);
  const populate = async (system: SystemContext): Promise<void> => {
    for (const one of planned) await populateOrganization(system, one, receivers, { from, channels: usual });
  };
  await withSystem(dataDir, closers, populate, settings);
  const program = await startProgram(dataDir, closers, settings);
  if (Date.now() > from.getTime()) throw new Error('The program was not ready before the first certificate crossed.');
  const embedded = await startEmbeddedPostgres({ dataDir, log: quiet });
  closers.add(() => embedded.stop());
  const db = openDatabase(embedded.url, { max: 1 });
  closers.add(() => closeDatabase(db));
  await wait(Math.max(0, from.getTime() + WINDOW_MS - Date.now()));
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const latency = await readLatency(db);
    if (latency.begun === CROSSING || performance.now() > giveUpAt) {
      await program.stop();
      return latency;
    }
    await wait(1000);
  }
};

/** Measures how soon a crossed threshold is delivered, and the cost of deliveries. Returns whether both are within budget. */
export const measureAlerts = async (dataDir: string, closers: Closers): Promise<boolean> => {
  const [costs, crossing] = [join(dataDir, 'costs'), join(dataDir, 'crossing')];
  await Promise.all([mkdir(costs), mkdir(crossing)]);
  const figures = await measureCosts(costs, closers);
  console.log(`\n${figuresTable(figures)}\n`);
  const { begun, p50Ms, p99Ms, mostMs, allP99Ms } = await measureLatency(crossing, closers);
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `${begun.toLocaleString('en')} of ${CROSSING.toLocaleString('en')} certificates of ${ORGANIZATIONS} organizations on ${usual.join(', ')}, ` +
      `crossing within ${WINDOW_MS / MINUTE_MS} minutes: twice as dense as 10,000 in an hour.\n` +
      `From the crossing to the first attempt: p50 ${seconds(p50Ms)}, p99 ${seconds(p99Ms)} (< ${seconds(LATENCY_BUDGET_MS)}), ` +
      `at most ${seconds(mostMs)}; to the first attempt on every channel: p99 ${seconds(allP99Ms)}.`,
  );
  return begun === CROSSING && p99Ms < LATENCY_BUDGET_MS && !figures.some(isOverBudget);
};
