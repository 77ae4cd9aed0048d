import type { Closers } from '../apps/server/src/system.ts';
import { services } from '../packages/db/src/index.ts';
import { deployService, lookAtServices, runServiceOperation, type SystemContext } from '../packages/features/src/index.ts';
import { createTestGateways, makeOrganization, makeUser, openAs, passTime, TEST_PASSWORD } from '../packages/testing/src/index.ts';
import { signIn, trpcPath } from './client.ts';
import type { Figure } from './figures.ts';
import { meter } from './meter.ts';
import { idleShareOf, processorMsOf } from './processor-time.ts';
import { startProgram, withSystem } from './program.ts';

const SERVICES = 1000;
const ROUNDS = 5;
const LOOKS_PER_HOUR = 60;
const REPEATS = { warmUps: 10, rounds: 5, calls: 30 };
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const wanted = { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' } as const;

/** Deploys all of them to a cloud in memory, by the steps that a worker runs. */
const deployAll = async (ctx: SystemContext): Promise<{ readonly email: string; readonly resourceId: string }> => {
  const orgId = await makeOrganization(ctx, { plan: 'Self-hosted', name: 'Services' });
  const admin = await makeUser(ctx, orgId, { role: 'admin', password: TEST_PASSWORD });
  const asAdmin = await openAs(ctx, admin);
  let resourceId = '';
  for (let index = 0; index < SERVICES; index += 1) ({ resourceId } = await deployService(asAdmin, wanted));
  for (;;) {
    const ids = (await ctx.db.select({ id: services.operationId }).from(services)).flatMap(({ id }) => (id === null ? [] : id));
    if (ids.length === 0) break;
    for (const id of ids) await runServiceOperation(ctx, { id });
    await passTime(ctx.db, 60_000);
  }
  const running = (await ctx.db.select({ since: services.runningSince }).from(services)).filter(({ since }) => since !== null);
  if (running.length !== SERVICES) throw new Error(`${running.length} of ${SERVICES} services run.`);
  return { email: admin.email, resourceId };
};

/** CPU time of a look at one service; of the cheapest round. */
const measureLooks = async (ctx: SystemContext): Promise<number> => {
  await lookAtServices(ctx);
  const idleShare = await idleShareOf(process.pid);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [startedAt, before] = [performance.now(), processorMsOf(process.pid)];
    await lookAtServices(ctx);
    costs.push(processorMsOf(process.pid) - before - idleShare * (performance.now() - startedAt));
  }
  return Math.min(...costs) / SERVICES;
};

/**
 * Measures the control plane at 1,000 services of a cloud in memory: CPU time of the minute's look, which leaves out the sign-in to each
 * engine, and list and detail over HTTP.
 */
export const measureServices = async (dataDir: string, closers: Closers): Promise<Figure[]> => {
  const settings = { SERVICES_CLOUDS: 'none' };
  const { email, resourceId, lookMs } = await withSystem(
    dataDir,
    closers,
    async (system) => {
      const { services: cloud, certificateReader } = createTestGateways();
      const ctx = { ...system, gateways: { ...system.gateways, services: cloud, certificateReader }, log: quiet };
      const deployed = await deployAll(ctx);
      return { ...deployed, lookMs: await measureLooks(ctx) };
    },
    settings,
  );
  const figures: Figure[] = [
    { group: 'Looks at data services', name: 'CPU per service and look', size: SERVICES, cpuMs: lookMs },
    { group: 'Looks at data services', name: 'CPU per service and hour', size: SERVICES, cpuMs: lookMs * LOOKS_PER_HOUR },
  ];
  const program = await startProgram(dataDir, closers, settings);
  try {
    const client = await signIn(program.url, { email, password: TEST_PASSWORD });
    const target = { pid: program.pid, idleShare: await idleShareOf(program.pid) };
    const take = async (name: string, path: string): Promise<void> => {
      const { cpuMs, ...wall } = await meter(target, REPEATS, () => client.get(path));
      figures.push({ group: 'Data services, per request', name, size: SERVICES, cpuMs, wall });
    };
    await take('/v1: 50 services', '/v1/services?limit=50');
    await take('/v1: one service', `/v1/services/${resourceId}`);
    await take('tRPC: one service', `${trpcPath('services.get')}?input=${encodeURIComponent(JSON.stringify({ resourceId }))}`);
    await take('document: list', '/services');
    await take('document: one service', `/services/${resourceId}`);
    return figures;
  } finally {
    await program.stop();
  }
};
