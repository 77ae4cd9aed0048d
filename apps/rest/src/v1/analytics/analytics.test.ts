import { organizationDays } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { makeUser } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorBody } from '../../testing/error-body.ts';
import { addServed, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

it.each(['/v1/analytics', '/v1/certificates/analytics'])('%s answers the figures to members, viewers included', async (path) => {
  const admin = await newMember(rest, { plan: 'Essentials' });
  for (const [domain, days] of Object.entries({ 'a.example.com': -1, 'b.example.com': 7, 'c.example.com': 8, 'd.example.com': 31 })) {
    await addServed(rest, admin, domain, { notAfter: addMs(rest.ctx.clock.now(), days * DAY_MS) });
  }
  expect(await rest.call('GET', path, { as: admin })).toMatchObject({
    status: 200,
    body: {
      risk_score: 75,
      healthy_count: 1,
      expiring_count: 1,
      critical_count: 1,
      total_certificates: 4,
      avg_days_to_expiry: 15.3,
      certificate_authorities: 1,
      chain_validation_score: 75,
      certificates_added_this_month: 4,
      issuers: [{ count: 4, percent: 100 }],
    },
  });
  const viewer = await newMember(rest, { role: 'viewer' });
  expect(await rest.call('GET', path, { as: viewer })).toMatchObject({
    status: 200,
    body: { total_certificates: 0, risk_score: 0, avg_days_to_expiry: null, chain_validation_score: null, issuers: [] },
  });
});

it('GET /v1/analytics/expiries answers twelve months to members, viewers included', async () => {
  const admin = await newMember(rest, { plan: 'Essentials' });
  const now = rest.ctx.clock.now();
  await addServed(rest, admin, 'a.example.com', { notAfter: now });
  expect(await rest.call('GET', '/v1/analytics/expiries', { as: admin })).toMatchObject({
    status: 200,
    body: { expiries: [{ month: now.toISOString().slice(0, 7), count: 1 }, ...Array.from({ length: 11 }, () => ({ count: 0 }))] },
  });
  const viewer = await newMember(rest, { role: 'viewer' });
  expect(await rest.call('GET', '/v1/analytics/expiries', { as: viewer })).toMatchObject({ status: 200 });
});

it('GET /v1/analytics/team and timeline answer viewers of a plan with them, and no other plan', async () => {
  const viewer = await newMember(rest, { role: 'viewer', plan: 'Team' });
  const cost = { annual: 0, individual: 0, savings: 0, savings_percent: 0, names: 0, wildcard_groups: 0, extra_domains: 0 };
  expect(await rest.call('GET', '/v1/analytics/team', { as: viewer })).toMatchObject({
    status: 200,
    body: { lifecycle: [{ up_to_days: 90, count: 0 }, { up_to_days: 200 }, { up_to_days: null }], cost },
  });
  const timeline = (as: typeof viewer, query = '') => rest.call('GET', `/v1/analytics/timeline${query}`, { as });
  expect(await timeline(viewer)).toMatchObject({ status: 403, body: errorBody('enterprise_analytics_plan') });
  const enterprise = await newMember(rest, { role: 'viewer' });
  expect(await timeline(enterprise)).toMatchObject({ status: 200, body: { days: 90, total: 0 } });
  expect(await timeline(enterprise, '?days=365')).toMatchObject({ status: 200, body: { days: 365 } });
  expect(await timeline(enterprise, '?days=7')).toMatchObject({ status: 400, body: { details: [{ path: 'days' }] } });
  const starter = await newMember(rest, { plan: 'Starter' });
  expect(await rest.call('GET', '/v1/analytics/team', { as: starter })).toMatchObject({
    status: 403,
    body: errorBody('team_analytics_plan'),
  });
});

it('GET /v1/analytics/trends answers the recorded days to viewers, and its export all of them', async () => {
  const viewer = await newMember(rest, { role: 'viewer', plan: 'Essentials' });
  const day = (days: number) =>
    addMs(rest.ctx.clock.now(), -days * DAY_MS)
      .toISOString()
      .slice(0, 10);
  const counts = { total: 5, expired: 0, critical: 0, warning: 1, valid: 4, unreachable: 0, healthScore: 95, riskScore: 10 };
  const row = { orgId: viewer.orgId, recordedAt: rest.ctx.clock.now(), ...counts, late: 1, renewals: 2, issuersTotal: 1 };
  const named = { issuers: [{ name: '=CA', count: 5 }], groups: { X25519: 5 } };
  await rest.ctx.db.insert(organizationDays).values([day(1), day(40)].map((one) => ({ ...row, ...named, day: one })));
  const get = (path: string) => rest.call('GET', `/v1/analytics/trends${path}`, { as: viewer });
  expect((await get('')).body).toEqual({
    trends: [
      {
        ...{ day: day(1), total: 5, expired: 0, critical: 0, warning: 1, valid: 4, unreachable: 0, health_score: 95, risk_score: 10 },
        ...{ late: 1, renewals: 2, issuers_total: 1, ...named },
      },
    ],
  });
  expect((await get('?days=365')).body).toMatchObject({ trends: [{ day: day(40) }, { day: day(1) }] });
  expect(await get('?days=7')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect((await get('/export?format=csv')).body).toBe(
    [
      'day,total,expired,critical,warning,valid,unreachable,health_score,risk_score,late,renewals,issuers_total,issuers,groups',
      `${day(40)},5,0,0,1,4,0,95,10,1,2,1,"'=CA=5",X25519=5`,
      `${day(1)},5,0,0,1,4,0,95,10,1,2,1,"'=CA=5",X25519=5`,
      '',
    ].join('\r\n'),
  );
  expect((await get('/export')).body).toMatchObject({ trends: [{ day: day(40) }, { day: day(1), groups: { X25519: 5 } }] });
});

it('GET /v1/readiness answers viewers of every plan, its endpoints by page, and its export all of them', async () => {
  const admin = await newMember(rest, { plan: 'Essentials' });
  await addServed(rest, admin, 'a.example.com', { notAfter: addMs(rest.ctx.clock.now(), DAY_MS) });
  const viewer = await makeUser(rest.ctx, admin.orgId, { role: 'viewer' });
  const get = (path: string) => rest.call('GET', `/v1/readiness${path}`, { as: viewer });
  expect(await get('')).toMatchObject({
    status: 200,
    body: { ways: { by_hand: 0 }, stages: [{ days: 200 }, { days: 100 }, { days: 47 }], assumptions: { order_hours: 0.5 } },
  });
  const page = await get('/endpoints?limit=1');
  expect(page).toMatchObject({ status: 200, body: { endpoints: [{ domain: expect.any(String), effects: expect.any(Array) }] } });
  expect(await get('/endpoints?cursor=x')).toMatchObject({ status: 400 });
  expect(await get('/export')).toMatchObject({ status: 200, body: { endpoints: expect.any(Array) } });
  expect(await rest.call('GET', '/v1/readiness', {})).toMatchObject({ status: 401 });
});
