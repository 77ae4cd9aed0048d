import { alerts, certificates, newId, organizations, publicStatusPages } from '@notafter/db';
import { addMs, DAY_MS, DomainError, HOUR_MS, type OrganizationId, STATUS_ENDPOINTS_MAX } from '@notafter/domain';
import { createTestContext, makeOrgContext, makeRequestContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { makeAlert } from '../notifications/testing/delivery-fixtures.ts';
import { getStatusPage } from './get-status-page.ts';
import { readPublicStatus } from './read-public-status.ts';
import { saveStatusPage } from './save-status-page.ts';

let test: TestContext;
let admin: OrgContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  admin = await makeOrgContext(test.ctx);
});
afterAll(() => test.close());

const settings = { enabled: true, title: 'Harborline', address: null, tag: 'public=yes' };
const refusal = (call: Promise<unknown>) =>
  call.then(() => null).catch((error: unknown) => (error instanceof DomainError ? error.code : error));
const read = (address: string) => readPublicStatus(makeRequestContext(test.ctx), { address });
const monitored = async (
  host: string,
  days: number | null,
  tags: Record<string, string> = { public: 'yes' },
  orgId: OrganizationId = admin.org.id,
) => {
  const now = test.ctx.clock.now();
  const id = newId<'certificate'>();
  const notAfter = days === null ? null : addMs(now, days * DAY_MS + HOUR_MS);
  await test.ctx.db
    .insert(certificates)
    .values({ id, orgId, host, port: 443, domain: host, tags, notAfter, issuer: 'Secret CA', createdAt: addMs(now, -10 * DAY_MS) });
  return id;
};

describe('the settings', () => {
  it('are none at first; a saved page has an address that can not be guessed, and keeps it', async () => {
    expect(await getStatusPage(admin)).toEqual({ page: null });
    const page = await saveStatusPage(admin, settings);
    expect(page.address).toMatch(/^[0-9a-f]{32}$/);
    expect(page.url).toBe(`http://localhost:3000/status/${page.address}`);
    expect(await saveStatusPage(admin, { ...settings, title: 'Renamed' })).toMatchObject({ address: page.address, title: 'Renamed' });
    expect(await getStatusPage(admin)).toMatchObject({ page: { title: 'Renamed', tag: 'public=yes', enabled: true } });
  });

  it('take a name that no other organization has', async () => {
    const address = `named-${newId<'certificate'>().slice(0, 8)}`;
    expect(await saveStatusPage(admin, { ...settings, address })).toMatchObject({ address });
    expect(await saveStatusPage(admin, { ...settings, address })).toMatchObject({ address });
    const other = await makeOrgContext(test.ctx);
    expect(await refusal(saveStatusPage(other, { ...settings, address }))).toBe('status_address_taken');
    expect(await getStatusPage(other)).toEqual({ page: null });
  });

  it('refuse a tag without a value', async () => {
    expect(await refusal(saveStatusPage(admin, { ...settings, tag: 'public' }))).toBe('invalid_input');
  });
});

describe('a stranger', () => {
  it('sees the endpoints with exactly the tag, those that expire first first, and nothing else of them', async () => {
    const { address } = await saveStatusPage(admin, settings);
    await monitored('b.example', 60);
    await monitored('a.example', 3);
    await monitored('never.example', null);
    await monitored('other-value.example', 5, { public: 'no' });
    await monitored('other-case.example', 5, { public: 'YES' });
    await monitored('other-org.example', 5, { public: 'yes' }, (await makeOrgContext(test.ctx)).org.id);
    const status = await read(address);
    expect(status).toMatchObject({ title: 'Harborline', state: 'expiring', incidents: [] });
    expect(status.endpoints.map(({ domain, state, daysLeft, goodDaysPercent }) => [domain, state, daysLeft, goodDaysPercent])).toEqual([
      ['a.example', 'expiring', 3, 100],
      ['b.example', 'ok', 60, 100],
      ['never.example', 'ok', null, 100],
    ]);
    expect(status.endpoints[0]?.days.filter((day) => day === 'unknown')).toHaveLength(79);
    expect(JSON.stringify(status)).not.toMatch(/Secret CA|orgId|other-/);
  });

  it('sees what is wrong now, and what was', async () => {
    const { address } = await saveStatusPage(admin, settings);
    const certificateId = await monitored('shop.example', 60);
    const now = test.ctx.clock.now();
    const of = { certificateId, domain: 'shop.example' };
    await makeAlert(test.ctx, admin.org.id, { ...of, rule: 'failing', raisedAt: addMs(now, -2 * HOUR_MS) });
    const over = { raisedAt: addMs(now, -5 * DAY_MS), resolvedAt: addMs(now, -5 * DAY_MS + HOUR_MS), resolution: 'recovered' } as const;
    await makeAlert(test.ctx, admin.org.id, { ...of, rule: 'revoked', ...over });
    await makeAlert(test.ctx, admin.org.id, { ...of, rule: 'expiry' });
    await makeAlert(test.ctx, admin.org.id, {
      ...{ ...of, rule: 'invalid', resolution: 'recovered' },
      ...{ raisedAt: addMs(now, -120 * DAY_MS), resolvedAt: addMs(now, -110 * DAY_MS) },
    });
    const { state, endpoints, incidents } = await read(address);
    expect(state).toBe('problem');
    expect(endpoints).toMatchObject([{ domain: 'shop.example', state: 'problem', problems: ['failing'] }]);
    expect(endpoints[0]?.days.filter((day) => day === 'problem')).toHaveLength(2);
    expect(incidents).toEqual([
      { domain: 'shop.example', problem: 'failing', from: addMs(now, -2 * HOUR_MS), until: null },
      { domain: 'shop.example', problem: 'revoked', from: over.raisedAt, until: over.resolvedAt },
    ]);
    await test.ctx.db.delete(alerts).where(eq(alerts.orgId, admin.org.id));
    expect((await read(address)).state).toBe('ok');
  });

  it('sees an expired certificate as a problem, also before it is alerted', async () => {
    const { address } = await saveStatusPage(admin, settings);
    await monitored('old.example', -2);
    expect(await read(address)).toMatchObject({ state: 'problem', endpoints: [{ state: 'problem', daysLeft: -2 }] });
  });

  it('sees at most a hundred endpoints', async () => {
    const { address } = await saveStatusPage(admin, settings);
    for (let count = 0; count < STATUS_ENDPOINTS_MAX + 1; count += 1) await monitored(`h${count}.example`, 30 + count);
    const { endpoints } = await read(address);
    expect(endpoints).toHaveLength(STATUS_ENDPOINTS_MAX);
    expect(endpoints.map(({ domain }) => domain)).not.toContain(`h${STATUS_ENDPOINTS_MAX}.example`);
  });

  it('finds no page that is off, of a disabled organization, or that does not exist', async () => {
    const { address } = await saveStatusPage(admin, settings);
    await saveStatusPage(admin, { ...settings, enabled: false });
    expect(await refusal(read(address))).toBe('not_found');
    await saveStatusPage(admin, settings);
    await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, admin.org.id));
    expect(await refusal(read(address))).toBe('not_found');
    expect(await refusal(read('nobody'))).toBe('not_found');
    await test.ctx.db.delete(publicStatusPages).where(eq(publicStatusPages.orgId, admin.org.id));
  });
});
