import type { Closers } from '../apps/server/src/system.ts';
import { addMs, HOUR_MS, type OrganizationId, sslScoreSorts, timelineWindows, type UserId } from '../packages/domain/src/index.ts';
import {
  exportCbom,
  getAnalytics,
  getCryptography,
  getExpiries,
  getReadiness,
  getTeamAnalytics,
  getTimeline,
  listReadiness,
  listSslScores,
  type OrgContext,
  openOrganization,
  type SystemContext,
} from '../packages/features/src/index.ts';
import type { Figure } from './figures.ts';
import { meter } from './meter.ts';
import type { Population } from './population.ts';
import { idleShareOf } from './processor-time.ts';
import { withSystem } from './program.ts';

const BUDGETS_MS: Readonly<Record<number, number>> = { 100000: 50, 1000000: 500 };
const REPEATS = { warmUps: 2, rounds: 3, calls: 4 };

/** Acts as the person who signs in to the population, at an hour that is another at each call: no figure is cached for so long. */
const actors = async (system: SystemContext, email: string): Promise<() => Promise<OrgContext>> => {
  const [person] = await system.db.$client.unsafe<{ id: UserId; org_id: OrganizationId }[]>(
    'select id, org_id from users where email = $1',
    [email],
  );
  if (person === undefined) throw new Error(`${email} is missing.`);
  const names = { email, firstName: 'Maren', lastName: 'Voss' };
  const actor = { userId: person.id, orgId: person.org_id, role: 'admin', via: 'session', sessionId: '', ...names } as const;
  const start = system.clock.now();
  let calls = 0;
  return () => {
    calls += 1;
    const now = addMs(start, calls * HOUR_MS);
    return openOrganization({ ...system, clock: { now: () => now }, actor, origin: { ip: '127.0.0.1', userAgent: null } });
  };
};

/** Measures each figure of the analytics as it is computed from the rows, caches aside. */
export const measureAnalytics = ({ size, dataDir, signIn }: Population, closers: Closers): Promise<Figure[]> =>
  withSystem(dataDir, closers, async (system) => {
    const open = await actors(system, signIn.email);
    const target = { pid: process.pid, idleShare: await idleShareOf(process.pid) };
    const figures: Figure[] = [];
    const measure = async (compute: (ctx: OrgContext) => Promise<unknown>) => {
      const { cpuMs, ...wall } = await meter(target, REPEATS, async () => compute(await open()));
      return [cpuMs, wall] as const;
    };
    const take = async (name: string, compute: (ctx: OrgContext) => Promise<unknown>): Promise<void> => {
      const [cpuMs, wall] = await measure(compute);
      const budgetMs = BUDGETS_MS[size];
      figures.push({ group: 'Analytics, per figure', name, size, cpuMs, wall, ...(budgetMs === undefined ? {} : { budgetMs }) });
    };
    await take('scores, insights and issuers', getAnalytics);
    await take('expiries by month', getExpiries);
    await take('team: lifecycle and cost', getTeamAnalytics);
    for (const days of timelineWindows) await take(`timeline of ${days} days`, (ctx) => getTimeline(ctx, { days }));
    await take('readiness', getReadiness);
    await take('readiness of 10 endpoints', (ctx) => listReadiness(ctx, { limit: 10, cursor: undefined }));
    await take('cryptography', getCryptography);
    await take('a page of certificates in a CBOM', (ctx) => exportCbom(ctx, { cursor: 'certificates 0' }));
    // An order that no index has reads every row.
    for (const sort of sslScoreSorts) {
      const [cpuMs, wall] = await measure((ctx) => listSslScores(ctx, { sort, order: 'desc', limit: 10 }));
      figures.push({ group: 'SSL Configuration Details, per page', name: `by ${sort}`, size, cpuMs, wall });
    }
    return figures;
  });
