import {
  alerts,
  auditLog,
  certificateHistory,
  certificates,
  deliveries,
  issuanceSearches,
  newId,
  organizations,
  processes,
  services,
  users,
  watchedDomains,
} from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { auditOf, type MemberContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCheckRun } from '../certificates/checks/start-check-run.ts';
import { deliverAll, makeAlert, makeChannel, makeDelivery } from '../notifications/testing/delivery-fixtures.ts';
import { openOrganization } from '../open-organization.ts';
import { reviewAlertsJob } from '../request-review.ts';
import { deleteOrganization } from './delete-organization.ts';
import { disableOrganization } from './disable-organization.ts';
import { resetOrganization } from './reset-organization.ts';
import { createAdminTest, openOperator } from './testing/platform-admin.ts';
import { updateOrganizationPlan } from './update-organization-plan.ts';

let test: TestContext;
let operator: MemberContext;
let org: MemberContext;
let other: MemberContext;
beforeAll(async () => {
  test = await createAdminTest();
  operator = await openOperator(test);
});
beforeEach(async () => {
  test.ctx.jobs.clear();
  test.ctx.gateways.channels.sent.length = 0;
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise', name: 'Harborline' });
  other = await makeOrgContext(test.ctx, { plan: 'Enterprise', name: 'Quillon' });
});
afterAll(() => test.close());

const rowOf = async ({ org: { id } }: MemberContext) => (await test.ctx.db.select().from(organizations).where(eq(organizations.id, id)))[0];
const missing = { id: newId<'organization'>() };
const reviewed = () => test.ctx.jobs.payloadsOf(reviewAlertsJob);
const lastAudit = async (of: MemberContext) => (await auditOf(of)).at(-1);

describe('disabling', () => {
  it('refuses everyone of the organization, until it is enabled', async () => {
    expect(await disableOrganization(operator, { id: org.org.id, disabled: true })).toMatchObject({ disabled: true });
    await expect(openOrganization(org)).rejects.toMatchObject({ code: 'organization_disabled' });
    expect(await openOrganization(other)).toBeDefined();
    await disableOrganization(operator, { id: org.org.id, disabled: false });
    expect(await openOrganization(org)).toBeDefined();
    expect(await lastAudit(org)).toMatchObject({
      ...{ action: 'admin/disable-organization', actorEmail: operator.actor.email, subjectId: org.org.id },
      detail: { name: 'Harborline', disabled: false, before: true },
    });
  });

  it('has what was issued meanwhile for its domains searched again when it ends', async () => {
    const { db, clock } = test.ctx;
    const [now, domain] = [clock.now(), 'harborline.example'];
    await db.insert(watchedDomains).values({
      ...{ id: newId<'watched-domain'>(), orgId: org.org.id, domain, token: 'x', createdAt: now, verifiedAt: now },
    });
    const startedAt = addMs(now, -DAY_MS);
    await db.insert(issuanceSearches).values({ source: 'crt.sh', domain, cursor: '7', startedAt, nextAt: addMs(now, DAY_MS) });
    const restartAt = async () => (await db.select().from(issuanceSearches).where(eq(issuanceSearches.domain, domain)))[0]?.restartAt;
    await disableOrganization(operator, { id: org.org.id, disabled: true });
    expect(await restartAt()).toBeNull();
    await disableOrganization(operator, { id: org.org.id, disabled: false });
    expect(await restartAt()).toEqual(now);
  });

  it("is refused for the administrator's own organization, which nobody could enable again", async () => {
    await expect(disableOrganization(operator, { id: operator.org.id, disabled: true })).rejects.toMatchObject({
      code: 'own_organization',
    });
  });
});

describe('a change of plan', () => {
  it('sets plan and limits, reviews the alerts, and is in the audit log', async () => {
    await updateOrganizationPlan(operator, { id: org.org.id, plan: 'Starter', certificateLimit: 7, userLimit: 2 });
    expect(await openOrganization(org)).toMatchObject({ org: { plan: 'Starter' }, entitlements: { certificateLimit: 7, memberLimit: 2 } });
    expect(reviewed()).toEqual([{ orgId: org.org.id }]);
    expect(await lastAudit(org)).toMatchObject({
      action: 'admin/update-organization-plan',
      detail: { plan: 'Starter', certificateLimit: 7, before: { plan: 'Enterprise', certificateLimit: null } },
    });
  });

  it('returns to the limits of the plan with null, and leaves what is not named', async () => {
    await updateOrganizationPlan(operator, { id: org.org.id, plan: 'Team', certificateLimit: 7, userLimit: 2 });
    await updateOrganizationPlan(operator, { id: org.org.id, plan: 'Team', certificateLimit: null });
    expect(await openOrganization(org)).toMatchObject({ entitlements: { certificateLimit: 150, memberLimit: 2 } });
  });
});

describe('a reset', () => {
  const rowsOf = async ({ org: { id } }: MemberContext) => ({
    certificates: await test.ctx.db.$count(certificates, eq(certificates.orgId, id)),
    alerts: await test.ctx.db.$count(alerts, eq(alerts.orgId, id)),
    deliveries: await test.ctx.db.$count(deliveries, eq(deliveries.orgId, id)),
  });
  const fill = async (ctx: MemberContext) => {
    const [certificateId = newId<'certificate'>()] = await makeCertificates(test.ctx, ctx.org.id, [
      { host: 'a.example', notAfter: addMs(test.ctx.clock.now(), 5 * DAY_MS) },
      { host: 'b.example' },
    ]);
    const alertId = await makeAlert(test.ctx, ctx.org.id, { certificateId });
    return { certificateId, alertId };
  };

  it('clears certificates, history, alerts and messages, and nothing of another organization', async () => {
    const { alertId, certificateId } = await fill(org);
    await makeDelivery(test.ctx, org.org.id, 'slack', { alertId, state: 'sent' });
    await makeDelivery(test.ctx, org.org.id, 'email', { alertId });
    await test.ctx.db.insert(deliveries).values({
      ...{ id: newId<'delivery'>(), orgId: org.org.id, channel: 'slack', kind: 'test', state: 'sent' },
      ...{ dueAt: test.ctx.clock.now(), createdAt: test.ctx.clock.now() },
    });
    await fill(other);
    expect(await resetOrganization(operator, { id: org.org.id })).toEqual({ certificates: 2, alerts: 1, messagesLeft: 0 });
    expect(await rowsOf(org)).toEqual({ certificates: 0, alerts: 0, deliveries: 0 });
    expect(await rowsOf(other)).toEqual({ certificates: 2, alerts: 1, deliveries: 0 });
    expect(await test.ctx.db.$count(certificateHistory, eq(certificateHistory.certificateId, certificateId))).toBe(0);
    expect(await rowOf(org)).toMatchObject({ name: 'Harborline', plan: 'Enterprise' });
    expect(await test.ctx.db.$count(users, eq(users.orgId, org.org.id))).toBe(1);
    expect(await lastAudit(org)).toMatchObject({ action: 'admin/reset-organization', detail: { certificates: 2, alerts: 1 } });
  });

  it('closes open incidents first: their messages stay until they are sent', async () => {
    await makeChannel(test.ctx, org.org.id, 'pagerduty');
    const { alertId } = await fill(org);
    await makeDelivery(test.ctx, org.org.id, 'pagerduty', { alertId });
    await deliverAll(test.ctx);
    expect(await resetOrganization(operator, { id: org.org.id })).toEqual({ certificates: 2, alerts: 0, messagesLeft: 1 });
    await deliverAll(test.ctx);
    const sent = test.ctx.gateways.channels.sent.map(({ message }) => [message.kind, message.items[0]?.incidentKey]);
    expect(sent).toEqual([
      ['alert', alertId],
      ['resolved', alertId],
    ]);
    await resetOrganization(operator, { id: org.org.id });
    expect(await rowsOf(org)).toEqual({ certificates: 0, alerts: 0, deliveries: 0 });
  });

  it('cancels work that would add or check certificates', async () => {
    await fill(org);
    await startCheckRun(org, { all: true });
    await resetOrganization(operator, { id: org.org.id });
    const states = await test.ctx.db.select({ state: processes.state }).from(processes).where(eq(processes.orgId, org.org.id));
    expect(states).toEqual([{ state: 'cancelled' }]);
  });
});

describe('a deletion', () => {
  it('removes the organization with everything, and frees its addresses', async () => {
    await makeCertificates(test.ctx, org.org.id, [{ host: 'a.example' }]);
    await updateOrganizationPlan(operator, { id: org.org.id, plan: 'Team' });
    await deleteOrganization(operator, { id: org.org.id });
    expect(await rowOf(org)).toBeUndefined();
    const tables: { name: string }[] = await test.ctx.db.$client.unsafe(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'org_id'",
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const [row] = await test.ctx.db.$client.unsafe(`select count(*)::int as rows from "${name}" where org_id = $1`, [org.org.id]);
      expect([name, row?.rows]).toEqual([name, 0]);
    }
    expect(await rowOf(other)).toBeDefined();
    expect(await lastAudit(operator)).toMatchObject({
      ...{ action: 'admin/delete-organization', subjectId: org.org.id },
      detail: { name: 'Harborline', plan: 'Team' },
    });
  });

  it("is refused for the administrator's own organization", async () => {
    await expect(deleteOrganization(operator, { id: operator.org.id })).rejects.toMatchObject({ code: 'own_organization' });
    expect(await rowOf(operator)).toBeDefined();
  });

  it('is refused while anything of it may run on a cloud', async () => {
    await test.ctx.db.insert(services).values({
      ...{ id: newId<'service'>(), orgId: org.org.id, resourceId: 'pg-1', solution: 'postgres', cloud: 'local', region: 'local' },
      ...{ plan: 'hobbyist', user: 'postgres', createdAt: test.ctx.clock.now() },
    });
    await expect(deleteOrganization(operator, { id: org.org.id })).rejects.toMatchObject({ code: 'organization_has_services' });
    expect(await rowOf(org)).toBeDefined();
    expect(await test.ctx.db.$count(auditLog, eq(auditLog.subjectId, org.org.id))).toBe(0);
  });
});

it('an organization that is not there is 404', async () => {
  for (const attempt of [
    () => disableOrganization(operator, { ...missing, disabled: true }),
    () => updateOrganizationPlan(operator, { ...missing, plan: 'Team' }),
    () => resetOrganization(operator, missing),
    () => deleteOrganization(operator, missing),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'organization_not_found', status: 404 });
  }
});
