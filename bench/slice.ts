import type { Closers } from '../apps/server/src/system.ts';
import type { Database } from '../packages/db/src/index.ts';
import { type Observation, type Prober, SHARDS } from '../packages/domain/src/index.ts';
import { checkDueSlice, type SystemContext } from '../packages/features/src/index.ts';
import { certificateFacts, servedObservation } from '../packages/testing/src/index.ts';
import type { Figure } from './figures.ts';
import { type Population, runAtLeisure } from './population.ts';
import { idleShareOf, processorMsOf } from './processor-time.ts';
import { withSystem } from './program.ts';

const DUE = 10_000;
const ROW_BUDGET_MS = 0.1;
const REPEATS = 3;
/** As long as a real leaf. */
const PEM_LENGTH = 1800;

interface Endpoint {
  readonly id: string;
  readonly host: string;
}

/** `DUE` endpoints, taken evenly from the whole population. */
const chooseEndpoints = async (db: Database, size: number): Promise<readonly Endpoint[]> => {
  const step = Math.floor(size / DUE);
  return db.$client.unsafe<Endpoint[]>(
    `select id::text, host from (select id, host, row_number() over (order by id) as place from certificates) as placed
     where place % ${step} = 0 limit ${DUE}`,
  );
};

const makeDue = async (db: Database, endpoints: readonly Endpoint[]): Promise<void> => {
  const ids = endpoints.map(({ id }) => id).join(',');
  await runAtLeisure(db, `update check_schedule set next_check_at = now() - interval '1 s' where certificate_id = any('{${ids}}'::uuid[])`);
  await db.$client.unsafe('vacuum (analyze) check_schedule');
  await db.$client.unsafe('checkpoint');
};

/** The result of every endpoint, created in advance: the probe is not measured. */
const observe = (endpoints: readonly Endpoint[], generation: string): ReadonlyMap<string, Observation> => {
  const intermediate = certificateFacts('the intermediate', { isCa: true, pem: 'x'.repeat(PEM_LENGTH) });
  return new Map(
    endpoints.map(({ host }) => {
      const leaf = certificateFacts(`${host} ${generation}`, { san: [host], pem: 'x'.repeat(PEM_LENGTH) });
      return [host, servedObservation(host, {}, { chain: [leaf, intermediate] })];
    }),
  );
};

/** Checks everything due in every shard, like a worker's jobs; returns the CPU time per row. */
const checkAll = async (ctx: SystemContext, idleShare: number, rows: number): Promise<number> => {
  const startedAt = performance.now();
  const before = processorMsOf(process.pid);
  const results = await Promise.all(Array.from({ length: SHARDS }, (_, shard) => checkDueSlice(ctx, { shard })));
  const cpuMs = processorMsOf(process.pid) - before - idleShare * (performance.now() - startedAt);
  const checked = results.reduce((sum, result) => sum + result.checked, 0);
  // An endpoint that falls due at this moment is checked again.
  if (checked < rows || checked > rows * 1.01) throw new Error(`${checked} endpoints were checked instead of ${rows}.`);
  return cpuMs / DUE;
};

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const contextWith = (system: SystemContext, probe: Prober['probe']): SystemContext => ({
  ...system,
  gateways: { ...system.gateways, prober: { ...system.gateways.prober, probe } },
  log: quiet,
});

const serving =
  (observations: ReadonlyMap<string, Observation>): Prober['probe'] =>
  async ({ host }) => {
    const observation = observations.get(host);
    if (observation === undefined) throw new Error(`${host} was not due.`);
    return observation;
  };

/** Without an observation nothing is written, so only the claim remains. */
const failing: Prober['probe'] = () => Promise.reject(new Error('claimed only'));

interface Round {
  readonly changed: number;
  readonly unchanged: number;
  readonly claim: number;
}

const medianOf = (rounds: readonly Round[], part: keyof Round): number =>
  rounds.map((round) => round[part]).toSorted((one, other) => one - other)[Math.floor(rounds.length / 2)] ?? 0;

/** Measures claim and write of the slice pipeline, through the use case that the worker calls, with an immediate prober. */
export const measureSlices = ({ size, dataDir }: Population, closers: Closers): Promise<Figure[]> =>
  withSystem(dataDir, closers, (system) => measureSlicesOf(system, size));

/** The same in an open system. */
export const measureSlicesOf = async (system: SystemContext, size: number): Promise<Figure[]> => {
  const endpoints = await chooseEndpoints(system.db, size);
  const check = async (probe: Prober['probe'], rows: number): Promise<number> => {
    await makeDue(system.db, endpoints);
    return checkAll(contextWith(system, probe), await idleShareOf(process.pid), rows);
  };
  const rounds: Round[] = [];
  for (let round = 0; round <= REPEATS; round += 1) {
    const probe = serving(observe(endpoints, `${new Date().toISOString()} ${round}`));
    const changed = await check(probe, DUE);
    const unchanged = await check(probe, DUE);
    rounds.push({ changed, unchanged, claim: await check(failing, 0) });
  }
  // The first round warms up, and may check the endpoints for the first time.
  const measured = rounds.slice(1);
  const [changed, unchanged, claim] = [medianOf(measured, 'changed'), medianOf(measured, 'unchanged'), medianOf(measured, 'claim')];
  const group = `Check pipeline, per row of ${DUE.toLocaleString('en')} due`;
  return [
    { group, name: 'claim', size, cpuMs: claim },
    { group, name: 'write, nothing changed', size, cpuMs: unchanged - claim },
    { group, name: 'claim and write, nothing changed', size, cpuMs: unchanged, budgetMs: ROW_BUDGET_MS },
    { group, name: 'write, every certificate renewed', size, cpuMs: changed - claim },
    { group, name: 'claim and write, every certificate renewed', size, cpuMs: changed },
  ];
};
