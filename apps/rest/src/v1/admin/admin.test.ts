import { makeCertificates, makeOrganization, makeUser, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NOBODYS_ID, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

const OPERATOR = 'operator@platform.example';

let rest: RestHarness;
let operator: TestUser;
let member: TestUser;
beforeAll(async () => {
  rest = await createRestHarness({ platformAdminEmails: [OPERATOR] });
  operator = await makeUser(rest.ctx, await makeOrganization(rest.ctx, { name: 'Operators' }), { email: OPERATOR, proven: true });
  member = await newMember(rest);
  await makeCertificates(rest.ctx, member.orgId, [{ host: 'a.example' }]);
});
afterAll(() => rest.close());

const get = (path: string, as: TestUser = operator) => rest.call('GET', `/v1/admin/${path}`, { as });
const organization = (id: string) => `/v1/admin/organizations/${id}`;

describe('200', () => {
  it('answers stats, health, charts and activity in the documented shapes', async () => {
    expect(await get('dashboard')).toMatchObject({
      status: 200,
      body: {
        stats: {
          ...{ total_organizations: 2, total_users: 2, total_certificates: 1, expired_certificates: 0, critical_certificates: 0 },
          ...{ active_organizations: 2, new_certificates_week: 1, certificates_discovered_month: 0 },
          plan_distribution: { 'Forever Free': 1, Enterprise: 1 },
        },
      },
    });
    expect((await get('health')).body).toEqual({
      health: {
        ...{ status: 'healthy', uptime_seconds: expect.any(Number), memory_usage_mb: expect.any(Number), database: 'connected' },
        timestamp: rest.ctx.clock.now().toISOString(),
      },
    });
    expect((await get('charts')).body).toMatchObject({
      days: expect.arrayContaining([rest.ctx.clock.now().toISOString().slice(0, 10)]),
      certificates_added: [0, 0, 0, 0, 0, 0, 1],
      users_added: [0, 0, 0, 0, 0, 0, 2],
      certificates_expired: [0, 0, 0, 0, 0, 0, 0],
      certificates_discovered: [0, 0, 0, 0, 0, 0, 0],
    });
    expect((await get('activity')).body).toMatchObject({ activities: [], next_cursor: null });
  });

  it('lists organizations, page after page, and searches them', async () => {
    const first = await get('organizations?limit=1');
    expect(first.body).toMatchObject({
      organizations: [
        {
          ...{ id: member.orgId, name: 'Example', plan: 'Enterprise', disabled: false, user_count: 1, cert_count: 1, notifications_7d: 0 },
          ...{ created_at: rest.ctx.clock.now().toISOString(), certificate_limit: null, user_limit: null },
        },
      ],
      total: 2,
    });
    const { next_cursor } = z.object({ next_cursor: z.string() }).parse(first.body);
    expect((await get(`organizations?limit=1&cursor=${next_cursor}`)).body).toMatchObject({
      organizations: [{ name: 'Operators' }],
      next_cursor: null,
    });
    expect((await get('search?q=OPERATORS')).body).toMatchObject({ organizations: [{ name: 'Operators' }], total: 1 });
    expect((await get('search?q=')).body).toMatchObject({ total: 2 });
  });

  it('disables, sets plan and limits, resets and deletes', async () => {
    const { orgId, id } = await newMember(rest);
    await makeCertificates(rest.ctx, orgId, [{ host: 'b.example' }]);
    const plan = { plan: 'Business', certificate_limit: 700, user_limit: null };
    expect((await rest.call('PUT', `${organization(orgId)}/plan`, { as: operator, body: plan })).body).toMatchObject({
      organization: { id: orgId, ...plan },
    });
    expect((await rest.call('POST', `${organization(orgId)}/disable`, { as: operator, body: { disabled: true } })).body).toMatchObject({
      organization: { id: orgId, disabled: true },
    });
    expect((await rest.call('POST', `${organization(orgId)}/reset`, { as: operator })).body).toEqual({
      certificates: 1,
      alerts: 0,
      messages_left: 0,
    });
    expect((await rest.call('DELETE', organization(orgId), { as: operator })).body).toEqual({
      message: 'Organization deleted successfully!',
    });
    expect((await get(`search?q=${id}`)).body).toMatchObject({ total: 0 });
    expect((await get('activity')).body).toMatchObject({
      activities: [{ type: 'organization', description: 'Deleted an organization: Example (Operators)' }],
    });
  });

  it('answers the operator view, the database and failing channels, and sends again', async () => {
    expect((await get('operator-view')).body).toMatchObject({
      ...{ failed_jobs: 0, overdue_checks: expect.any(Number), slow_checks: [], service_problems: [], orphans: [] },
      service_counts: { services: 0, unwell: 0, without_backups: 0, orphans: 0 },
    });
    expect((await get('database')).body).toMatchObject({
      ...{ bytes: expect.any(Number), max_connections: expect.any(Number), slow_statements: null },
      tables: expect.arrayContaining([expect.objectContaining({ name: expect.any(String), dead_rows: expect.any(Number) })]),
    });
    expect((await get('failing-channels')).body).toEqual({ channels: [], total: 0 });
    const resend = (queue: string) => rest.call('POST', `${organization(member.orgId)}/resend`, { as: operator, body: { queue } });
    expect(await resend('slack')).toMatchObject({ status: 404, body: { code: 'channel_not_found' } });
    expect(await resend('a pigeon')).toMatchObject({ status: 400, body: { details: [{ path: 'queue' }] } });
    expect((await rest.call('POST', '/v1/admin/failed-jobs/retry', { as: operator })).body).toEqual({ queued: 0 });
  });
});

describe('400', () => {
  it.each([
    [{ plan: 'Gold' }, 'plan'],
    [{ plan: 'Team', certificate_limit: -1 }, 'certificate_limit'],
    [{ plan: 'Team', user_limit: 1.5 }, 'user_limit'],
  ])('names the field of %o', async (body, field) => {
    expect(await rest.call('PUT', `${organization(member.orgId)}/plan`, { as: operator, body })).toMatchObject({
      status: 400,
      body: { details: [{ path: field }] },
    });
  });
});

describe('403', () => {
  it.each(['dashboard', 'organizations', 'activity', 'health', 'charts', 'search?q=x', 'operator-view', 'database', 'failing-channels'])(
    'refuses %s to an admin of an organization',
    async (path) => {
      expect(await get(path, member)).toMatchObject({
        status: 403,
        body: { code: 'platform_admin_required', error: "You don't have permission to access the administration panel." },
      });
    },
  );

  it("refuses to disable or delete the administrator's own organization", async () => {
    const own = organization(operator.orgId);
    expect(await rest.call('POST', `${own}/disable`, { as: operator, body: { disabled: true } })).toMatchObject({
      ...{ status: 403, body: { code: 'own_organization' } },
    });
    expect(await rest.call('DELETE', own, { as: operator })).toMatchObject({ status: 403, body: { code: 'own_organization' } });
  });
});

it('404 for an organization that is not there', async () => {
  for (const [method, path] of [
    ['POST', '/reset'],
    ['DELETE', ''],
  ] as const) {
    expect(await rest.call(method, `${organization(NOBODYS_ID)}${path}`, { as: operator })).toMatchObject({
      ...{ status: 404, body: { code: 'organization_not_found' } },
    });
  }
});
