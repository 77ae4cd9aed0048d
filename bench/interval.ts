import { chmod } from 'node:fs/promises';
import type { Closers } from '../apps/server/src/system.ts';
import { addFarmEndpoints } from '../apps/server/src/testing/farm-endpoints.ts';
import { startLocalFarm } from '../apps/server/src/testing/local-farm.ts';
import { watchChecks } from '../apps/server/src/testing/watch-checks.ts';
import { seedOrganization } from '../packages/db/src/seed/index.ts';
import { HOUR_MS } from '../packages/domain/src/index.ts';
import { percentileOf } from './meter.ts';
import { processorMsOf } from './processor-time.ts';
import { startProgram, withSystem } from './program.ts';

const ENDPOINTS = 10_000;
const INTERVALS = 2;
/** 50 checks a second, which two cores can do in addition to the farm's side of each handshake. */
const rule = { checkIntervalHours: 200 / 3600 };
/** Share of an even spread for each tenth of the interval. */
const SPREAD_BUDGET = 0.1;

/** Returns whether the worker checks every endpoint once per interval and evenly over it, as observed by the farm. */
export const measureInterval = async (dataDir: string, closers: Closers): Promise<boolean> => {
  const farm = await startLocalFarm(dataDir);
  closers.add(() => farm.close());
  await chmod(dataDir, 0o755);
  const settings = { ...farm.env, CHECK_INTERVAL_HOURS: String(rule.checkIntervalHours) };
  const { from, endpoints } = await withSystem(
    dataDir,
    closers,
    async ({ db }) => {
      const now = new Date();
      const admin = { email: 'ada@farm.test', firstName: 'Ada', lastName: 'Lovelace', passwordHash: 'none' };
      const { orgId } = await seedOrganization(db, { name: 'Farm', plan: 'Enterprise', admin, environments: [], now });
      return { from: now, endpoints: await addFarmEndpoints(db, farm, { orgId, count: ENDPOINTS, now, rule, phases: 'as ids come' }) };
    },
    settings,
  );
  const program = await startProgram(dataDir, closers, settings);
  console.log(
    `${ENDPOINTS.toLocaleString('en')} endpoints, an interval of ${rule.checkIntervalHours * 3600} s, watched for ${INTERVALS} intervals...`,
  );
  // Endpoints that fell due during startup are checked late, so the first interval is shown but not judged.
  const warm = await watchChecks(farm.tls, endpoints, { from, intervals: 1, rule });
  const cpuBefore = processorMsOf(program.pid);
  const watched = await watchChecks(farm.tls, endpoints, { from: new Date(), intervals: INTERVALS, rule });
  const checks = watched.lateMs.length;
  const cpuMs = (processorMsOf(program.pid) - cpuBefore) / checks;
  await program.stop();
  const unreached = await withSystem(dataDir, closers, async ({ db }) => {
    const rows = await db.$client.unsafe<{ reason: string; count: number }[]>(
      'select unreachable_reason as reason, count(*)::int as count from certificates where unreachable_reason is not null group by 1',
    );
    return rows.map(({ reason, count }) => `${count} ${reason}`).join(', ');
  });

  const even = (ENDPOINTS * INTERVALS) / 10;
  const spread = Math.max(...watched.perTenth.map((count) => Math.abs(count - even) / even));
  const seconds = (INTERVALS * rule.checkIntervalHours * HOUR_MS) / 1000;
  const late = [0.5, 0.95, 1].map((share) => `${Math.round(percentileOf(watched.lateMs, share))} ms`).join(' / ');
  const onceEach = watched.turnsByChecks[1] === ENDPOINTS * INTERVALS;
  console.log(`
first interval         turns by number of checks ${JSON.stringify(warm.turnsByChecks)}
turns by checks        ${JSON.stringify(watched.turnsByChecks)} of ${ENDPOINTS * INTERVALS}${onceEach ? '' : ' !'}
unreachable at the end ${unreached || 'none'}
rate                   ${(checks / seconds).toFixed(1)} checks a second
CPU of all processes   ${cpuMs.toFixed(2)} ms a check (probe, handshake and database; the farm not counted)
late p50 / p95 / max   ${late}
per tenth              ${watched.perTenth.join(' ')}
spread                 ${(spread * 100).toFixed(1)} % from even at most${spread <= SPREAD_BUDGET ? '' : ' !'}`);
  return onceEach && spread <= SPREAD_BUDGET;
};
