import type { Closers } from '../apps/server/src/system.ts';
import type { Database } from '../packages/db/src/index.ts';
import { SHARDS } from '../packages/domain/src/index.ts';
import {
  getAdminCharts,
  getAdminDashboard,
  getAdminHealth,
  getDatabaseFigures,
  listAdminActivity,
  listFailingChannels,
  listOrganizations,
  type OrgContext,
  recordDays,
} from '../packages/features/src/index.ts';
import { makeOrganization, makeUser, openAs } from '../packages/testing/src/index.ts';
import type { Figure } from './figures.ts';
import { meter } from './meter.ts';
import { runAtLeisure } from './population.ts';
import { idleShareOf, processorMsOf } from './processor-time.ts';
import { withSystem } from './program.ts';

const OPERATOR = 'operator@platform.example';
const ORGANIZATIONS = 10_000;
const BUDGET_MS = 100;
const REPEATS = { warmUps: 3, rounds: 5, calls: 5 };

/** A UUIDv7 of `at`. */
const idAt = (at: string): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;

/** Per organization: 3 members, 20 certificates over a year, 5 delivered alerts and 20 rows of the audit log; every fifth has a discovery. */
const statements: readonly string[] = [
  `insert into organizations (id, name, plan, disabled, created_at)
   select gen_random_uuid(), 'Organization ' || n, (array['Forever Free', 'Starter', 'Professional', 'Team'])[1 + n % 4], n % 50 = 0, now() - n * interval '1 hour'
   from generate_series(1, ${ORGANIZATIONS}) as n`,
  `insert into users (id, org_id, email, first_name, last_name, role, created_at)
   select gen_random_uuid(), id, 'person' || n || '@' || id || '.example', 'Ada', 'Lovelace', 'admin', created_at + n * interval '1 day'
   from organizations cross join generate_series(1, 3) as n where name like 'Organization %'`,
  `insert into certificates (id, org_id, host, port, domain, issuer, created_at, not_before, not_after)
   select gen_random_uuid(), id, 'h' || n || '.' || id || '.example', 443, 'h' || n || '.' || id || '.example', 'Let''s Encrypt',
     now() - random() * interval '365 days', now() - interval '60 days', now() + (random() * 95 - 5) * interval '1 day'
   from organizations cross join generate_series(1, 20) as n where name like 'Organization %'`,
  `insert into check_schedule (certificate_id, shard, next_check_at)
   select id, ('x' || substr(id::text, 25, 4))::bit(16)::int % ${SHARDS}, now() + interval '1 day' from certificates`,
  `insert into alerts (id, org_id, certificate_id, domain, rule, threshold, occasion, summary, raised_at)
   select gen_random_uuid(), org_id, id, domain, 'expiry', 7, 'AA', 'Expires soon.', now() from certificates where host like 'h1.%' or host like 'h5.%'`,
  `insert into deliveries (id, org_id, alert_id, channel, kind, state, due_at, created_at)
   select gen_random_uuid(), org_id, id, 'slack', 'alert', 'sent', now(), now() - random() * interval '30 days' from alerts`,
  `insert into audit_log (id, org_id, actor_kind, action, at)
   select ${idAt("now() - n * interval '1 second'")}, id, 'session', case when n % 3 = 0 then 'certificates/add-certificate' else 'accounts/login' end,
     now() - n * interval '1 second'
   from organizations cross join generate_series(1, 20) as n`,
  `insert into processes (id, org_id, kind, subject, state, step, deadline_at, created_at)
   select gen_random_uuid(), id, 'discovery', name, 'completed', 'end', now(), now() - random() * interval '30 days'
   from organizations where right(name, 1) in ('0', '5')`,
  `insert into discovery_jobs (id, sources) select id, '{}' from processes`,
  `insert into discovery_names (job_id, host, port, domain, is_wildcard, sources, state, issuer)
   select id, 'd' || n || '.example', 443, 'd' || n || '.example', false, '{ct_logs}', 'looked', 'CA' from discovery_jobs cross join generate_series(1, 20) as n`,
];

const seed = async (db: Database): Promise<void> => {
  for (const statement of statements) await runAtLeisure(db, statement);
  await db.$client.unsafe('vacuum (analyze)');
};

/** Measures each part of the administration as the screen asks for it. */
export const measureAdmin = (dataDir: string, closers: Closers): Promise<Figure[]> =>
  withSystem(
    dataDir,
    closers,
    async (system) => {
      await seed(system.db);
      const operator = await makeUser(system, await makeOrganization(system, { name: 'Operators' }), { email: OPERATOR, proven: true });
      const target = { pid: process.pid, idleShare: await idleShareOf(process.pid) };
      const figures: Figure[] = [];
      const take = async (name: string, run: (ctx: OrgContext) => Promise<unknown>): Promise<void> => {
        const { cpuMs, ...wall } = await meter(target, REPEATS, async () => run(await openAs(system, operator)));
        figures.push({ group: 'Administration, per call', name, size: ORGANIZATIONS, cpuMs, wall, budgetMs: BUDGET_MS });
      };
      await take('cards', getAdminDashboard);
      await take('charts', getAdminCharts);
      await take('health', getAdminHealth);
      await take('activity', (ctx) => listAdminActivity(ctx, { limit: 10 }));
      for (const limit of [10, 100]) await take(`organizations, ${limit} rows`, (ctx) => listOrganizations(ctx, { search: '', limit }));
      for (const search of ['organization 77', 'person2@', 'no such text'])
        await take(`search: ${search}`, (ctx) => listOrganizations(ctx, { search, limit: 10 }));
      await take('failing channels', listFailingChannels);
      await take('database', getDatabaseFigures);
      const before = processorMsOf(process.pid);
      const startedAt = performance.now();
      const recorded = await recordDays(system);
      const cpuMs = (processorMsOf(process.pid) - before - target.idleShare * (performance.now() - startedAt)) / recorded;
      return [...figures, { group: 'Once a day, per organization', name: 'row of the trends', size: ORGANIZATIONS, cpuMs }];
    },
    { PLATFORM_ADMIN_EMAILS: OPERATOR },
  );
