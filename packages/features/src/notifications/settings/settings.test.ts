import { alertSnoozes, alerts, newId, notificationSettings, x509Certificates } from '@notafter/db';
import { addMs, DAY_MS, DEFAULT_TEMPLATE, HOUR_MS } from '@notafter/domain';
import { type NotificationSettingsInput, notificationSettingsInput } from '@notafter/domain/inputs';
import { certificateFacts, createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { reviewAlertsJob } from '../../request-review.ts';
import { testStatusPage } from '../channels/test-status-page.ts';
import { addMaintenanceWindow } from '../routing/add-maintenance-window.ts';
import { listDayRules } from '../routing/list-day-rules.ts';
import { listMaintenanceWindows } from '../routing/list-maintenance-windows.ts';
import { removeDayRule } from '../routing/remove-day-rule.ts';
import { removeMaintenanceWindow } from '../routing/remove-maintenance-window.ts';
import { saveDayRule } from '../routing/save-day-rule.ts';
import { snoozeCertificate } from '../routing/snooze-certificate.ts';
import { unsnoozeCertificate } from '../routing/unsnooze-certificate.ts';
import { getAlertSettings } from './get-alert-settings.ts';
import { getNotificationSettings } from './get-notification-settings.ts';
import { previewTemplate } from './preview-template.ts';
import { saveAlertSettings } from './save-alert-settings.ts';
import { saveNotificationSettings } from './save-notification-settings.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
afterEach(() => test.ctx.jobs.clear());
afterAll(() => test.close());

const defaults: NotificationSettingsInput = {
  escalationEnabled: false,
  escalationDelayHours: 24,
  escalationEmail: '',
  groupingEnabled: false,
  groupingIntervalHours: 6,
  customTemplate: null,
  statusPageEnabled: false,
  statusPageUrl: '',
  statusPageApiKey: '',
  quietHours: null,
};
const save = async (org: OrgContext, change: Partial<NotificationSettingsInput>) =>
  (await saveNotificationSettings(org, { ...defaults, ...change })).settings;
const rowOf = async (org: OrgContext) =>
  (await test.ctx.db.select().from(notificationSettings).where(eq(notificationSettings.orgId, org.org.id)))[0];
const certificateOf = async (org: OrgContext, tags = {}) => {
  const [id] = await makeCertificates(test.ctx, org.org.id, [{ tags }]);
  if (id === undefined) throw new Error('The certificate was not found.');
  return id;
};

describe('smart notifications', () => {
  it('begin with the documented defaults', async () => {
    const org = await makeOrgContext(test.ctx);
    expect(await getNotificationSettings(org)).toEqual({ settings: defaults, available: true, defaultTemplate: DEFAULT_TEMPLATE });
  });

  it('keep both of two parts that are saved at once', async () => {
    const org = await makeOrgContext(test.ctx);
    await save(org, {});
    await Promise.all([
      saveNotificationSettings(org, { groupingEnabled: true }),
      saveNotificationSettings(org, { escalationEnabled: true, escalationEmail: 'boss@example.com' }),
      saveNotificationSettings(org, { customTemplate: 'Renew {{domain}}' }),
    ]);
    expect((await getNotificationSettings(org)).settings).toEqual({
      ...defaults,
      groupingEnabled: true,
      escalationEnabled: true,
      escalationEmail: 'boss@example.com',
      customTemplate: 'Renew {{domain}}',
    });
  });

  it('are saved, the key sealed and shown masked; a mask that comes back keeps it', async () => {
    const org = await makeOrgContext(test.ctx);
    const change = {
      escalationEnabled: true,
      escalationEmail: 'boss@example.com',
      escalationDelayHours: 2,
      groupingEnabled: true,
      groupingIntervalHours: 12,
      customTemplate: 'Renew {{domain}}',
      statusPageEnabled: true,
      statusPageUrl: 'https://status.example.com',
      statusPageApiKey: 'a-long-api-key-1234',
      quietHours: { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' },
    };
    const saved = await save(org, change);
    expect(saved).toEqual({ ...change, statusPageApiKey: '••••1234' });
    expect(JSON.stringify(await rowOf(org))).not.toContain('a-long-api-key');
    expect(test.ctx.jobs.payloadsOf(reviewAlertsJob)).toEqual([{ orgId: org.org.id }]);
    expect(await save(org, { ...change, statusPageApiKey: '••••1234' })).toMatchObject({ statusPageApiKey: '••••1234' });
    expect((await save(org, { statusPageApiKey: '' })).statusPageApiKey).toBe('');
  });

  it('escalate at the earliest one delay after they were switched on, not after they were last saved', async () => {
    const org = await makeOrgContext(test.ctx);
    const on = { escalationEnabled: true, escalationEmail: 'boss@example.com' };
    await save(org, on);
    const switchedOn = test.ctx.clock.now();
    test.ctx.clock.advance(HOUR_MS);
    await save(org, { ...on, groupingEnabled: true });
    expect((await rowOf(org))?.escalationEnabledAt).toEqual(switchedOn);
    await save(org, {});
    expect((await rowOf(org))?.escalationEnabledAt).toBeNull();
  });

  it('name each field without which what is switched on cannot work, and every unknown variable', async () => {
    const org = await makeOrgContext(test.ctx);
    const change = { escalationEnabled: true, statusPageEnabled: true, customTemplate: '{{domain}} {{issuer}}' };
    const refusal = await save(org, change).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'invalid_input', status: 400 });
    expect(Object(refusal).details.map(({ path }: { path: string }) => path)).toEqual([
      'escalationEmail',
      'customTemplate',
      'statusPageUrl',
      'statusPageApiKey',
    ]);
    expect(await rowOf(org)).toBeUndefined();
  });

  it.each([
    [{ escalationDelayHours: 1.5 }, 'escalationDelayHours'],
    [{ escalationDelayHours: 0 }, 'escalationDelayHours'],
    [{ escalationEmail: 'boss' }, 'escalationEmail'],
    [{ groupingIntervalHours: 5 }, 'groupingIntervalHours'],
    [{ customTemplate: 'x'.repeat(2001) }, 'customTemplate'],
    [{ statusPageUrl: 'javascript:alert(1)' }, 'statusPageUrl'],
    [{ quietHours: { from: '24:00', until: '07:00', timeZone: 'UTC' } }, 'quietHours.from'],
    [{ quietHours: { from: '07:00', until: '07:00', timeZone: 'UTC' } }, 'quietHours.until'],
    [{ quietHours: { from: '22:00', until: '07:00', timeZone: 'Mars/Olympus' } }, 'quietHours.timeZone'],
  ])('refuse %o', (change, path) => {
    const parsed = notificationSettingsInput.safeParse({ ...defaults, ...change });
    expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  it('are for Team and Enterprise, and rest as they are after a downgrade', async () => {
    for (const plan of ['Forever Free', 'Starter', 'Essentials', 'Professional', 'Business']) {
      const org = await makeOrgContext(test.ctx, { plan });
      await expect(save(org, {})).rejects.toMatchObject({ code: 'smart_notifications_plan', status: 403 });
      await expect(testStatusPage(org, { url: 'https://s.example', apiKey: 'x' })).rejects.toMatchObject({
        code: 'smart_notifications_plan',
      });
      expect((await getNotificationSettings(org)).available).toBe(false);
    }
  });

  it('show what a template would say, as plain text', async () => {
    const org = await makeOrgContext(test.ctx);
    expect((await previewTemplate(org, { template: ' ' })).text).toContain('SSL Certificate Alert: shop.example.com expires in 7 days');
    expect((await previewTemplate(org, { template: '<b>{{domain}}</b>' })).text).toBe('<b>shop.example.com</b>');
    await expect(previewTemplate(org, { template: '{{__proto__}}' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('the status page', () => {
  it('is asked for its name, with the stored key where its mask is given', async () => {
    const org = await makeOrgContext(test.ctx);
    test.ctx.gateways.statusPages.nameAs({ pageName: 'Acme Status' });
    expect(await testStatusPage(org, { url: 'https://status.example.com', apiKey: 'typed' })).toEqual({ pageName: 'Acme Status' });
    await save(org, { statusPageApiKey: 'a-long-api-key-1234' });
    const asked: string[] = [];
    const statusPages = {
      ...test.ctx.gateways.statusPages,
      findName: async ({ apiKey }: { apiKey: string }) => {
        asked.push(apiKey);
        return { problem: 'StatusPage.io does not accept this API key.' };
      },
    };
    const failing = { ...org, gateways: { ...org.gateways, statusPages } };
    await expect(testStatusPage(failing, { url: 'https://status.example.com', apiKey: '••••1234' })).rejects.toMatchObject({
      code: 'status_page_failed',
      status: 400,
      message: 'StatusPage.io does not accept this API key.',
    });
    expect(asked).toEqual(['a-long-api-key-1234']);
  });
});

describe('alert days', () => {
  it('are [1] until saved, and only those of the plan can be', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Essentials' });
    expect(await getAlertSettings(org)).toEqual({
      alertDays: [1],
      available: [14, 7, 1],
      options: [30, 14, 7, 1],
      scaleToLifetime: false,
      lastYear: { sent: 0, early: 0 },
    });
    expect((await saveAlertSettings(org, { alertDays: [14, 7] })).alertDays).toEqual([14, 7]);
    expect((await getAlertSettings(org)).alertDays).toEqual([14, 7]);
    expect(test.ctx.jobs.payloadsOf(reviewAlertsJob)).toEqual([{ orgId: org.org.id }]);
    await expect(saveAlertSettings(org, { alertDays: [30, 7] })).rejects.toMatchObject({ code: 'alert_days_plan', status: 403 });
  });

  it('scale to the lifetime once that is saved, and keep it when only days are; the last year shows what it leaves out', async () => {
    const org = await makeOrgContext(test.ctx);
    const notAfter = addMs(test.ctx.clock.now(), 20 * DAY_MS);
    for (const [index, threshold, lifeDays] of [
      [0, 30, 90],
      [1, 30, 398],
      [2, 14, 90],
      [3, 0, 1],
    ] as const) {
      const facts = certificateFacts(`life-${index}.example`, { notAfter, notBefore: addMs(notAfter, -lifeDays * DAY_MS) });
      const { fingerprint256 } = facts;
      const [certificateId] = await makeCertificates(test.ctx, org.org.id, [{ host: `life-${index}.example`, notAfter }]);
      if (certificateId === undefined) throw new Error('Nothing was inserted.');
      const stored = { ...facts, notBefore: facts.notBefore.toISOString(), notAfter: facts.notAfter.toISOString() };
      await test.ctx.db.insert(x509Certificates).values({ fingerprint256, facts: stored, firstSeenAt: test.ctx.clock.now() });
      const shared = { domain: 'life.example', rule: 'expiry', occasion: fingerprint256, summary: '', reasons: [] } as const;
      const alert = { id: newId<'alert'>(), orgId: org.org.id, certificateId, threshold, notAfter, fingerprint256, ...shared };
      await test.ctx.db.insert(alerts).values({ ...alert, reasons: [], raisedAt: addMs(test.ctx.clock.now(), -DAY_MS) });
    }
    expect(await getAlertSettings(org)).toMatchObject({ scaleToLifetime: false, lastYear: { sent: 4, early: 1 } });
    expect(await saveAlertSettings(org, { alertDays: [30], scaleToLifetime: true })).toMatchObject({ scaleToLifetime: true });
    expect(await saveAlertSettings(org, { alertDays: [7] })).toMatchObject({ alertDays: [7], scaleToLifetime: true });
  });

  it('that a smaller plan lacks become its nearest', async () => {
    const org = await makeOrgContext(test.ctx);
    await saveAlertSettings(org, { alertDays: [30, 7] });
    const smaller = await makeOrgContext(test.ctx, { plan: 'Essentials' });
    expect((await getAlertSettings({ ...org, entitlements: smaller.entitlements })).alertDays).toEqual([14, 7]);
  });

  it('of one certificate or tag replace those it had, and go when removed', async () => {
    const org = await makeOrgContext(test.ctx);
    const certificateId = await certificateOf(org);
    const { id } = await saveDayRule(org, { certificateId, days: [30] });
    expect((await saveDayRule(org, { certificateId, days: [14, 7] })).id).toBe(id);
    const tagged = await saveDayRule(org, { tag: 'Team=Web', days: [30] });
    await saveDayRule(org, { tag: 'team=web', days: [7] });
    expect((await listDayRules(org)).rules).toMatchObject([
      { id, certificateId, tag: null, days: [14, 7], domain: expect.any(String) },
      { id: tagged.id, certificateId: null, domain: null, tag: 'team=web', days: [7] },
    ]);
    await removeDayRule(org, { id });
    expect((await listDayRules(org)).rules).toHaveLength(1);
    await expect(removeDayRule(org, { id })).rejects.toMatchObject({ code: 'day_rule_not_found', status: 404 });
    expect(test.ctx.jobs.payloadsOf(reviewAlertsJob)).toHaveLength(5);
  });
});

describe('silence', () => {
  it('of a maintenance window is planned, listed while it is not over, and called off', async () => {
    const org = await makeOrgContext(test.ctx);
    const now = test.ctx.clock.now();
    const later = await addMaintenanceWindow(org, { name: 'Later', startsAt: addMs(now, HOUR_MS), endsAt: addMs(now, 2 * HOUR_MS) });
    const open = await addMaintenanceWindow(org, { name: 'Now', startsAt: now, endsAt: addMs(now, HOUR_MS) });
    expect((await listMaintenanceWindows(org)).windows).toMatchObject([
      { id: open.id, name: 'Now', active: true },
      { id: later.id, name: 'Later', active: false },
    ]);
    await removeMaintenanceWindow(org, { id: later.id });
    test.ctx.clock.advance(HOUR_MS);
    expect((await listMaintenanceWindows(org)).windows).toEqual([]);
    await expect(addMaintenanceWindow(org, { name: 'Over', startsAt: now, endsAt: addMs(now, 1) })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(addMaintenanceWindow(org, { name: 'Ever', startsAt: now, endsAt: addMs(now, 400 * DAY_MS) })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(test.ctx.jobs.payloadsOf(reviewAlertsJob)).toHaveLength(3);
  });

  it('of a certificate lasts until it is over or taken back', async () => {
    const org = await makeOrgContext(test.ctx);
    const certificateId = await certificateOf(org);
    const now = test.ctx.clock.now();
    for (const until of [addMs(now, HOUR_MS), addMs(now, 2 * HOUR_MS)]) await snoozeCertificate(org, { certificateId, until });
    const snoozes = await test.ctx.db.select().from(alertSnoozes).where(eq(alertSnoozes.certificateId, certificateId));
    expect(snoozes).toMatchObject([{ until: addMs(now, 2 * HOUR_MS) }]);
    await unsnoozeCertificate(org, { certificateId });
    expect(await test.ctx.db.select().from(alertSnoozes).where(eq(alertSnoozes.certificateId, certificateId))).toEqual([]);
    for (const until of [now, addMs(now, 400 * DAY_MS)]) {
      await expect(snoozeCertificate(org, { certificateId, until })).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });
});

describe('others', () => {
  it('are of one organization, and its rules name its certificates', async () => {
    const owner = await makeOrgContext(test.ctx);
    const certificateId = await certificateOf(owner);
    await save(owner, { groupingEnabled: true });
    const stranger = await makeOrgContext(test.ctx);
    expect((await getNotificationSettings(stranger)).settings).toEqual(defaults);
    await expect(saveDayRule(stranger, { certificateId, days: [1] })).rejects.toMatchObject({ code: 'certificate_not_found', status: 404 });
  });
});
