import type { Closers } from '../apps/server/src/system.ts';
import { seedBulkCertificates } from '../packages/db/src/seed/index.ts';
import { STATUS_ENDPOINTS_MAX } from '../packages/domain/src/index.ts';
import { saveStatusPage } from '../packages/features/src/index.ts';
import { makeOrganization, makeUser, openAs } from '../packages/testing/src/index.ts';
import type { Figure } from './figures.ts';
import { percentileOf } from './meter.ts';
import { idleShareOf, processorMsOf } from './processor-time.ts';
import { startProgram, withSystem } from './program.ts';

const BUDGET_MS = 5;
const ADDRESS = 'benchmark';
const WARM_UPS = 300;
const CALLS = 300;
/** As browsers ask for it. */
const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** Two alerts for each endpoint in 90 days, one of ten lasts. */
const INCIDENTS = `insert into alerts (id, org_id, certificate_id, domain, rule, threshold, occasion, summary, raised_at, resolved_at)
  select gen_random_uuid(), org_id, certificates.id, domain, case when n % 2 = 0 then 'failing' else 'invalid' end, 0, n::text, 'Fails.',
    now() - n * interval '30 days', case when n = 1 and right(certificates.id::text, 1) = '0' then null else now() - n * interval '29 days' end
  from certificates cross join generate_series(1, 2) as n`;

const seed = (dataDir: string, closers: Closers): Promise<void> =>
  withSystem(dataDir, closers, async (system) => {
    const orgId = await makeOrganization(system, { name: 'Benchmark', plan: 'Enterprise' });
    const admin = await openAs(system, await makeUser(system, orgId));
    await seedBulkCertificates(system.db, { orgId, count: STATUS_ENDPOINTS_MAX, now: new Date() });
    await system.db.$client.unsafe(`update certificates set tags = '{"public": "yes"}', created_at = now() - interval '60 days'`);
    await system.db.$client.unsafe(INCIDENTS);
    await saveStatusPage(admin, { enabled: true, title: 'Benchmark', address: ADDRESS, tag: 'public=yes' });
    await system.db.$client.unsafe('vacuum (analyze)');
  });

/** Measures the public status page of a hundred endpoints: CPU of the server and its PostgreSQL for each request alone. */
export const measureStatus = async (dataDir: string, closers: Closers): Promise<Figure[]> => {
  await seed(dataDir, closers);
  const program = await startProgram(dataDir, closers);
  try {
    const call = async (path: string): Promise<number> => {
      const startedAt = performance.now();
      const answer = await fetch(`${program.url}${path}`, { headers });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
      return performance.now() - startedAt;
    };
    const figures: Figure[] = [];
    for (const [name, path] of [
      ['page', `/status/${ADDRESS}`],
      ['JSON', `/v1/status/${ADDRESS}`],
      ['badge', `/v1/status/${ADDRESS}/badge.svg`],
      ['feed', `/v1/status/${ADDRESS}/feed.rss`],
    ] as const) {
      for (let run = 0; run < WARM_UPS; run += 1) await call(path);
      const idleShare = await idleShareOf(program.pid);
      const [costs, walls]: [number[], number[]] = [[], []];
      for (let run = 0; run < CALLS; run += 1) {
        const before = processorMsOf(program.pid);
        const wallMs = await call(path);
        costs.push(Math.max(0, processorMsOf(program.pid) - before - idleShare * wallMs));
        walls.push(wallMs);
      }
      const ascending = (values: number[]) => values.sort((one, other) => one - other);
      const [cpuMs, wall] = [percentileOf(ascending(costs), 0.95), ascending(walls)];
      const p50Ms = percentileOf(costs, 0.5);
      console.log(`${name}: CPU p50 ${p50Ms.toFixed(2)} ms, p95 ${cpuMs.toFixed(2)} ms`);
      const waits = { p50Ms: percentileOf(wall, 0.5), p95Ms: percentileOf(wall, 0.95) };
      figures.push({
        group: 'Public status page, p95 of CPU per request',
        name,
        size: STATUS_ENDPOINTS_MAX,
        cpuMs,
        wall: waits,
        budgetMs: BUDGET_MS,
      });
    }
    return figures;
  } finally {
    await program.stop();
  }
};
