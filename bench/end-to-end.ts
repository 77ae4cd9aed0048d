import { chmod, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createLogger } from '../apps/server/src/logger.ts';
import type { Closers } from '../apps/server/src/system.ts';
import { addFarmEndpoints } from '../apps/server/src/testing/farm-endpoints.ts';
import { treeOf } from '../apps/server/src/testing/processes.ts';
import { startEmbeddedPostgres } from '../packages/db/src/embedded/index.ts';
import { type Database, openDatabase } from '../packages/db/src/index.ts';
import { seedOrganization } from '../packages/db/src/seed/index.ts';
import { HOUR_MS } from '../packages/domain/src/index.ts';
import { startDnsServer } from '../packages/tls/src/testing/index.ts';
import { processorMsOf, threadTimesOf } from './processor-time.ts';
import { startProgram, withSystem } from './program.ts';
import { startNode } from './tls/child.ts';

const ENDPOINTS = 8_000;
/** The shortest valid interval: 2,222 checks fall due per second, more than two cores and the farm can do. */
const rule = { checkIntervalHours: 0.001 };
const BUDGET_PER_SECOND = 1_000;
const WARM_UP_MS = 10_000;
/** Far below the shortest time between two checks of one endpoint, so that each one is counted. */
const LOOK_EVERY_MS = 1_000;

const farmReady = z.object({ port: z.number(), ca: z.string() });

/** The farm in a separate process, its names in DNS, and the settings with which the program uses it. */
const startFarm = async (dataDir: string, closers: Closers) => {
  const farm = await startNode('farm.ts', ['mixed', String(ENDPOINTS)]);
  closers.add(() => farm.close());
  const { port, ca } = farmReady.parse(JSON.parse(farm.ready));
  const dns = await startDnsServer({ '*.bench.test': ['127.0.0.1'] }, { ttlSeconds: 600 });
  closers.add(() => dns.close());
  const roots = join(dataDir, 'farm-roots.pem');
  await writeFile(roots, ca);
  return { pid: farm.pid, tls: { port }, env: { DNS_SERVERS: dns.address, TARGET_ALLOW: '127.0.0.0/8', EXTRA_CA_FILE: roots } };
};

/** Counts checks from the schedule of each endpoint, so that only committed ones count. */
const countStored = async (db: Database) => {
  const seen = new Map<string, number>();
  const look = async (): Promise<number> => {
    const rows = await db.$client.unsafe<{ id: string; at: number }[]>(
      'select certificate_id::text as id, extract(epoch from last_checked_at)::float8 as at from check_schedule where last_checked_at is not null',
    );
    let fresh = 0;
    for (const { id, at } of rows) {
      if (seen.get(id) === at) continue;
      seen.set(id, at);
      fresh += 1;
    }
    return fresh;
  };
  await look();
  return look;
};

const parts = ['main thread', 'probe thread', 'threads for garbage, DNS and keys', 'PostgreSQL', 'farm'] as const;
type Part = (typeof parts)[number];
type Parts = Readonly<Record<Part, number>>;

const partOf = (id: number, name: string, pid: number): Part => {
  if (id === pid) return 'main thread';
  return name === 'tls-probe' ? 'probe thread' : 'threads for garbage, DNS and keys';
};

/** PostgreSQL's processes are below this one, through its keeper, and not below the program. */
const timesByPart = async (pid: number, farmPid: number): Promise<Parts> => {
  const ofThreads = (part: Part): number =>
    threadTimesOf(pid).reduce((sum, { id, name, ms }) => (partOf(id, name, pid) === part ? sum + ms : sum), 0);
  const database = (await treeOf(process.pid)).find(({ command }) => command.includes('postgres') && command.includes(' -D '));
  if (database === undefined) throw new Error('The processes of PostgreSQL were not found.');
  return {
    'main thread': ofThreads('main thread'),
    'probe thread': ofThreads('probe thread'),
    'threads for garbage, DNS and keys': ofThreads('threads for garbage, DNS and keys'),
    PostgreSQL: processorMsOf(database.pid),
    farm: processorMsOf(farmPid),
  };
};

/** Measures stored checks per second with everything always due, and the CPU time of each part. Returns whether it is within budget. */
export const measureEndToEnd = async (dataDir: string, closers: Closers, { seconds }: { readonly seconds: number }): Promise<boolean> => {
  await chmod(dataDir, 0o755);
  const farm = await startFarm(dataDir, closers);
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger('warn') });
  closers.add(() => postgres.stop());
  const settings = { ...farm.env, DATABASE_URL: postgres.url, CHECK_INTERVAL_HOURS: String(rule.checkIntervalHours) };
  await withSystem(
    dataDir,
    closers,
    async ({ db }) => {
      const now = new Date();
      const admin = { email: 'ada@farm.test', firstName: 'Ada', lastName: 'Lovelace', passwordHash: 'none' };
      const { orgId } = await seedOrganization(db, { name: 'Farm', plan: 'Enterprise', admin, environments: [], now });
      const hostOf = (index: number): string => `n${index}.bench.test`;
      await addFarmEndpoints(db, farm, { orgId, count: ENDPOINTS, now, rule, phases: 'as ids come', hostOf });
    },
    settings,
  );
  const db = openDatabase(postgres.url, { max: 1 });
  closers.add(() => db.$client.end());
  const program = await startProgram(dataDir, closers, settings);
  console.log(
    `${ENDPOINTS.toLocaleString('en')} names, all due every ${(rule.checkIntervalHours * HOUR_MS) / 1000} s, watched for ${seconds} s; the farm shares the cores.`,
  );
  await wait(WARM_UP_MS);

  const look = await countStored(db);
  const before = await timesByPart(program.pid, farm.pid);
  const startedAt = performance.now();
  let stored = 0;
  while (performance.now() - startedAt < seconds * 1000) {
    await wait(LOOK_EVERY_MS);
    stored += await look();
  }
  const tookMs = performance.now() - startedAt;
  const after = await timesByPart(program.pid, farm.pid);
  const bad = await db.$client.unsafe<{ reason: string; count: number }[]>(
    `select coalesce(unreachable_reason, reasons::text) as reason, count(*)::int as count from certificates
     where unreachable_reason is not null or reasons <> '{}' group by 1`,
  );
  await program.stop();

  const perSecond = stored / (tookMs / 1000);
  const rows = parts.map((part) => {
    const ms = after[part] - before[part];
    return `  ${part.padEnd(36)}${(ms / stored).toFixed(3).padStart(8)} ms a check${((100 * ms) / tookMs).toFixed(0).padStart(6)} % of a core`;
  });
  const allMs = parts.reduce((sum, part) => sum + after[part] - before[part], 0);
  const ownMs = allMs - (after.farm - before.farm);
  const enough = perSecond >= BUDGET_PER_SECOND && bad.length === 0;
  console.log(`
stored checks a second  ${perSecond.toFixed(0)}${perSecond >= BUDGET_PER_SECOND ? '' : ` instead of at least ${BUDGET_PER_SECOND} !`}
in 6 hours              ${((perSecond * 6 * 3600) / 1e6).toFixed(1)} million
not valid at the end    ${bad.map(({ reason, count }) => `${count} ${reason}`).join(', ') || 'none'}
CPU                     ${(ownMs / stored).toFixed(3)} ms a check without the farm
${rows.join('\n')}
all of these took ${((100 * allMs) / tookMs).toFixed(0)} % of a core; the machine has ${availableParallelism()}, and what else runs on it takes from the figure.`);
  return enough;
};
