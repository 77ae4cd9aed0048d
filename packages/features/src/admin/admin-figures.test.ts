import { auditLog, certificates, checkSchedule, discoveryJobs, discoveryNames, newId, processes } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, type OrganizationId } from '@notafter/domain';
import { type MemberContext, makeCertificates, makeOrganization, makeUser, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAlert, makeDelivery } from '../notifications/testing/delivery-fixtures.ts';
import { disableOrganization } from './disable-organization.ts';
import { getAdminCharts } from './get-admin-charts.ts';
import { getAdminDashboard } from './get-admin-dashboard.ts';
import { getAdminHealth } from './get-admin-health.ts';
import { listAdminActivity } from './list-admin-activity.ts';
import { listOrganizations } from './list-organizations.ts';
import { createAdminTest, openOperator } from './testing/platform-admin.ts';

let test: TestContext;
let operator: MemberContext;
let orgId: OrganizationId;
const inDays = (days: number, ms = 0): Date => addMs(test.ctx.clock.now(), days * DAY_MS + ms);

const source = { state: 'complete', reason: null, note: null, fetchedAt: null, done: 1 } as const;
const noSources = { direct: source, dns: source, ct_logs: source, san: source };

const discover = async (createdAt: Date, hosts: readonly string[]): Promise<void> => {
  const id = newId<'discovery-job'>();
  const dates = { createdAt, finishedAt: createdAt, deadlineAt: createdAt };
  await test.ctx.db
    .insert(processes)
    .values({ id, orgId, kind: 'discovery', subject: 'x.example', state: 'completed', step: 'end', ...dates });
  await test.ctx.db.insert(discoveryJobs).values({ id, sources: noSources });
  const found = { jobId: id, port: 443, sources: ['ct_logs' as const], state: 'looked' as const };
  await test.ctx.db
    .insert(discoveryNames)
    .values([
      ...hosts.map((host) => ({ ...found, host, domain: host, isWildcard: false, logIssuer: 'CA' })),
      { ...found, host: '*.x.example', domain: '*.x.example', isWildcard: true, logIssuer: 'CA' },
      { ...found, host: 'nothing.x.example', domain: 'nothing.x.example', isWildcard: false },
    ]);
};

beforeAll(async () => {
  test = await createAdminTest();
  operator = await openOperator(test);
  orgId = await makeOrganization(test.ctx, { name: 'Harborline', plan: 'Business', certificateLimit: 700 });
  await makeUser(test.ctx, orgId, { email: 'maren@harborline.example' });
  await makeUser(test.ctx, orgId);
  await makeOrganization(test.ctx, { name: 'quillon', plan: 'Starter', disabled: true });
  await makeOrganization(test.ctx, { name: 'Old plan', plan: 'Gone' });
  const edges = [inDays(0, -1), inDays(0), inDays(8, -1), inDays(8), inDays(90), null];
  const ids = await makeCertificates(
    test.ctx,
    orgId,
    edges.map((notAfter, index) => ({
      host: `h${index}.example`,
      ...(notAfter === null ? { unreachable: 'dns' as const } : { notAfter }),
    })),
  );
  const early = new Date(Math.floor(test.ctx.clock.now().getTime() / DAY_MS) * DAY_MS - 6 * DAY_MS);
  const set = (index: number, createdAt: Date) =>
    test.ctx.db
      .update(certificates)
      .set({ createdAt })
      .where(eq(certificates.id, ids[index] ?? newId<'certificate'>()));
  await set(0, early);
  await set(1, addMs(early, -1));
  await discover(inDays(-29), ['a.x.example']);
  await discover(inDays(0), ['a.x.example', 'b.x.example']);
  for (const [createdAt, state] of [
    [inDays(-6), 'sent'],
    [inDays(-8), 'sent'],
    [inDays(-1), 'dead'],
  ] as const) {
    await makeDelivery(test.ctx, orgId, 'slack', { alertId: await makeAlert(test.ctx, orgId), createdAt, state });
  }
});
afterAll(() => test.close());

it('the cards count over all organizations, by the one rule of each status', async () => {
  expect(await getAdminDashboard(operator)).toEqual({
    totalOrganizations: 4,
    totalUsers: 3,
    totalCertificates: 6,
    expiredCertificates: 1,
    criticalCertificates: 2,
    activeOrganizations: 3,
    newCertificatesWeek: 5,
    certificatesDiscoveredMonth: 3,
    planDistribution: { 'Forever Free': 1, Business: 1, Starter: 1, Gone: 1 },
  });
});

it('the charts have seven days, whose sums are the cards', async () => {
  const charts = await getAdminCharts(operator);
  expect(charts.days).toHaveLength(7);
  expect(charts.days.at(-1)).toBe(test.ctx.clock.now().toISOString().slice(0, 10));
  expect(charts.certificatesAdded).toEqual([1, 0, 0, 0, 0, 0, 4]);
  expect(charts.usersAdded.at(-1)).toBe(3);
  expect(charts.certificatesExpired.at(-1)).toBe(1);
  expect(charts.certificatesDiscovered).toEqual([0, 0, 0, 0, 0, 0, 2]);
});

it('with DEFAULT_PLAN=Self-hosted, every organization is on that plan', async () => {
  const config = { ...test.ctx.config, defaultPlan: 'Self-hosted' as const };
  expect((await getAdminDashboard({ ...operator, config })).planDistribution).toEqual({ 'Self-hosted': 4 });
  expect((await listOrganizations({ ...operator, config }, { search: 'harbor', limit: 1 })).organizations[0]?.plan).toBe('Self-hosted');
});

it('the table has the counts of each organization, by name, page after page', async () => {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listOrganizations(operator, { search: '', limit: 2, cursor });
    expect(page.total).toBe(4);
    names.push(...page.organizations.map(({ name }) => name));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(names).toEqual(['Harborline', 'Old plan', 'Operators', 'quillon']);
  const [first] = (await listOrganizations(operator, { search: 'HARBOR', limit: 10 })).organizations;
  expect(first).toEqual({
    ...{ id: orgId, name: 'Harborline', plan: 'Business', disabled: false, userCount: 2, certCount: 6, notifications7d: 1 },
    ...{ createdAt: test.ctx.clock.now(), certificateLimit: 700, userLimit: null },
  });
});

it.each([
  ['maren@harborline', 1],
  ['harborline.example', 1],
  ['%', 0],
  ['_', 0],
  ['\\', 0],
  ['no~such', 0],
])('a search for %s finds %i', async (search, total) => {
  expect((await listOrganizations(operator, { search, limit: 10 })).total).toBe(total);
});

it('a cursor of another list is refused', async () => {
  await expect(listOrganizations(operator, { search: '', limit: 2, cursor: 'bnVsbA' })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(listAdminActivity(operator, { limit: 2, cursor: 'bnVsbA' })).rejects.toMatchObject({ code: 'invalid_input' });
});

it('the health turns with checks that are late, and with the database', async () => {
  expect(await getAdminHealth(operator)).toMatchObject({ status: 'healthy', database: 'connected', timestamp: test.ctx.clock.now() });
  const [row] = await test.ctx.db.select().from(certificates).limit(1);
  if (row === undefined) throw new Error('missing');
  const late = { certificateId: row.id, shard: 0, nextCheckAt: inDays(0, -16 * MINUTE_MS) };
  await test.ctx.db.insert(checkSchedule).values(late).onConflictDoUpdate({ target: checkSchedule.certificateId, set: late });
  expect(await getAdminHealth(operator)).toMatchObject({ status: 'degraded', database: 'connected' });
  const gone = () => {
    throw new Error('gone');
  };
  const db = Object.assign(Object.create(operator.db), { select: gone });
  expect(await getAdminHealth({ ...operator, db })).toMatchObject({ status: 'unhealthy', database: 'disconnected' });
});

it('the activity is of all organizations, newest first, without sign-ins', async () => {
  const add = (action: string, detail: object, at: number) =>
    test.ctx.db.insert(auditLog).values({
      ...{ id: newId<'audit-entry'>(), orgId, action, detail: { ...detail }, actorEmail: 'maren@harborline.example' },
      at: inDays(0, at * HOUR_MS),
    });
  await add('accounts/register', {}, 0);
  await add('accounts/login', {}, 1);
  await add('certificates/add-certificate', { domain: 'sso.harborline.example' }, 2);
  await add('environments/add-environment', { name: 'Production' }, 3);
  await disableOrganization(operator, { id: orgId, disabled: false });
  const { activities, nextCursor } = await listAdminActivity(operator, { limit: 3 });
  expect(activities.map(({ type, description }) => [type, description])).toEqual([
    ['organization', 'Disabled or enabled the organization: Harborline'],
    ['other', 'Added an environment: Production (Harborline)'],
    ['certificate', 'Added a certificate: sso.harborline.example (Harborline)'],
  ]);
  const next = await listAdminActivity(operator, { limit: 3, cursor: nextCursor ?? '' });
  expect(next.activities.map(({ type, description }) => [type, description])).toEqual([
    ['user', 'Signed up: maren@harborline.example (Harborline)'],
  ]);
  expect(next.nextCursor).toBeNull();
});
