import { addMs, HOUR_MS } from '@notafter/domain';
import { createTestContext, makeCertificates, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failing, signedIn, signedOut } from '../testing/callers.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
afterAll(() => test.close());

const settings = {
  escalationEnabled: false,
  escalationDelayHours: 24,
  escalationEmail: '',
  groupingEnabled: true,
  groupingIntervalHours: 6,
  customTemplate: ' ',
  statusPageEnabled: false,
  statusPageUrl: '',
  statusPageApiKey: '',
  quietHours: null,
};

it('channels are saved, tried and logged, and no answer holds a secret', async () => {
  const { caller } = await signedIn(test);
  const { signingSecret } = await caller.notifications.saveChannel({
    type: 'webhook',
    enabled: true,
    settings: { url: 'https://receiver.example/a-secret-path' },
  });
  expect(signingSecret).toMatch(/^whsec_/);
  expect((await caller.notifications.rotateSigningSecret()).signingSecret).not.toBe(signingSecret);
  await caller.notifications.testChannel({ type: 'webhook' });
  const { results } = await caller.notifications.testAll();
  expect(results.filter(({ result }) => result !== 'disabled')).toEqual([
    { id: expect.any(String), type: 'webhook', name: 'Webhook', result: 'sent', reason: null },
  ]);
  const answers = JSON.stringify([await caller.notifications.listChannels(), await caller.notifications.log({})]);
  expect(answers).not.toMatch(/a-secret|whsec_/);
  const { entries, nextCursor } = await caller.notifications.log({ limit: 25, cursor: null });
  expect(entries).toMatchObject([
    { kind: 'test', state: 'sent', channel: 'webhook' },
    { kind: 'test', state: 'sent' },
  ]);
  expect(nextCursor).toBeNull();
  const id = entries[0]?.id ?? '';
  expect(await caller.notifications.delivery({ id })).toMatchObject({ alert: null, attempts: [{ outcome: 'delivered' }] });
  await expect(caller.notifications.resend({ id })).rejects.toMatchObject(failing('conflict', 409));
  await expect(caller.notifications.acknowledge({ id })).rejects.toMatchObject(failing('notification_not_found', 404));
});

it('settings, alert days, rules, windows and snoozes are saved and read back', async () => {
  const { caller, orgId } = await signedIn(test);
  const [certificateId = ''] = await makeCertificates(test.ctx, orgId, [{}]);
  const now = test.ctx.clock.now();
  expect((await caller.notifications.saveSettings(settings)).settings).toEqual({ ...settings, customTemplate: null });
  expect((await caller.notifications.settings()).settings.groupingEnabled).toBe(true);
  expect((await caller.notifications.saveAlertSettings({ alertDays: [7, 30, 7] })).alertDays).toEqual([30, 7]);
  expect((await caller.notifications.alertSettings()).alertDays).toEqual([30, 7]);
  expect((await caller.notifications.previewTemplate({ template: '{{days}}' })).text).toBe('7');
  expect(await caller.notifications.testStatusPage({ url: 'https://s.example', apiKey: 'x' })).toEqual({ pageName: 'Status' });
  const rule = await caller.notifications.saveDayRule({ certificateId, days: [14] });
  expect((await caller.notifications.dayRules()).rules).toMatchObject([{ id: rule.id, certificateId }]);
  await caller.notifications.removeDayRule(rule);
  const window = await caller.notifications.addWindow({ name: 'Move', startsAt: now, endsAt: addMs(now, HOUR_MS) });
  expect((await caller.notifications.windows()).windows).toMatchObject([{ id: window.id, active: true }]);
  await caller.notifications.removeWindow(window);
  await caller.notifications.snooze({ certificateId, until: addMs(now, HOUR_MS) });
  await caller.notifications.unsnooze({ certificateId });
});

it('invalid input is refused field by field', async () => {
  const { caller, orgId } = await signedIn(test);
  const [certificateId = ''] = await makeCertificates(test.ctx, orgId, [{}]);
  for (const days of [[], [2], [30, 1.5]]) await expect(caller.notifications.saveAlertSettings({ alertDays: days })).rejects.toThrow();
  for (const rule of [{}, { certificateId, tag: 'a=b' }, { tag: 'web' }]) {
    await expect(caller.notifications.saveDayRule({ ...rule, days: [1] })).rejects.toThrow();
  }
  const now = test.ctx.clock.now();
  await expect(caller.notifications.addWindow({ name: 'x', startsAt: now, endsAt: now })).rejects.toThrow();
  const [startsAt, endsAt] = [new Date(8.64e15 - HOUR_MS), new Date(8.64e15)];
  await expect(caller.notifications.addWindow({ name: 'x', startsAt, endsAt })).rejects.toMatchObject(failing('invalid_input', 400));
});

it('a link needs nobody signed in', async () => {
  const stranger = signedOut(test);
  await expect(stranger.notifications.alertByLink({ token: 'x' })).rejects.toMatchObject(failing('link_invalid', 400));
  await expect(stranger.notifications.acknowledgeByLink({ token: 'x' })).rejects.toMatchObject(failing('link_invalid', 400));
});
