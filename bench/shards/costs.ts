import type { Database } from '../../packages/db/src/index.ts';
import { addMs, HOUR_MS } from '../../packages/domain/src/index.ts';
import { listCertificatesInput } from '../../packages/domain/src/inputs.ts';
import {
  getAnalytics,
  listCertificates,
  type OrgContext,
  openOrganization,
  type SystemContext,
} from '../../packages/features/src/index.ts';
import type { Figure } from '../figures.ts';
import { meter } from '../meter.ts';
import { idleShareOf } from '../processor-time.ts';
import { measureSlicesOf } from '../slice.ts';
import type { LoadedOrganization } from './load.ts';

const REPEATS = { warmUps: 2, rounds: 3, calls: 10 };

export const contextOf = (system: SystemContext, { orgId, adminId, email }: LoadedOrganization): Promise<OrgContext> => {
  const names = { email, firstName: 'Maren', lastName: 'Voss' };
  const actor = { userId: adminId, orgId, role: 'admin', via: 'session', sessionId: '', ...names } as const;
  return openOrganization({ ...system, actor, origin: { ip: '127.0.0.1', userAgent: null } });
};

const certificatesIn = async (db: Database): Promise<number> => {
  const [row] = await db.$client.unsafe<{ count: number }[]>('select sum(total)::int as count from certificate_counts');
  return row?.count ?? 0;
};

/** Measures pages, analytics and the check pipeline of a database. CPU of this process and of all its PostgreSQL servers. */
export const measureCosts = async (system: SystemContext, organization: LoadedOrganization): Promise<readonly Figure[]> => {
  const size = await certificatesIn(system.db);
  const target = { pid: process.pid, idleShare: await idleShareOf(process.pid) };
  const figures: Figure[] = [];
  let calls = 0;
  const take = async (name: string, call: (ctx: OrgContext) => Promise<unknown>): Promise<void> => {
    const { cpuMs, ...wall } = await meter(target, REPEATS, async () => {
      calls += 1;
      const now = addMs(system.clock.now(), calls * HOUR_MS);
      return call(await contextOf({ ...system, clock: { now: () => now } }, organization));
    });
    figures.push({ group: 'One organization, per call', name, size, cpuMs, wall });
  };
  await take('list, first page', (ctx) => listCertificates(ctx, listCertificatesInput.parse({ limit: 50 })));
  await take('list, search of an eighth', (ctx) => listCertificates(ctx, listCertificatesInput.parse({ limit: 50, search: 'grafana' })));
  await take('analytics, computed', getAnalytics);
  figures.push(...(await measureSlicesOf(system, size)));
  return figures;
};
