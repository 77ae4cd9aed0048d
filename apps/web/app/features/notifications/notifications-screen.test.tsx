import { brandId } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { NotificationsScreen } from './notifications-screen.tsx';
import { sampleAlertDays, sampleChannelId, sampleChannels, sampleEntry, sampleSettings } from './testing/samples.ts';
import type { Channel, LogEntry } from './types.ts';

const api = useApiServer();
const slackOn: Partial<Channel> = {
  enabled: true,
  state: 'configured',
  fields: [{ name: 'webhook', label: 'Webhook URL', secret: true, value: '••••B07Q' }],
};

beforeEach(() => {
  answerLog([]);
  api.answer('notifications.channels', { value: sampleChannels({ slack: slackOn }) });
  api.answer('notifications.alertSettings', { value: sampleAlertDays({ alertDays: [30, 7] }) });
  api.answer('notifications.dayRules', { value: { rules: [] } });
  api.answer('notifications.routes', { value: { routes: [] } });
  api.answer('notifications.windows', { value: { windows: [] } });
  api.answer('notifications.endpoints', { value: { endpoints: [] } });
  api.answer('notifications.previewTemplate', { value: { text: 'shop.example in 7 days' } });
});
afterEach(clearScreen);

function answerLog(entries: readonly LogEntry[], nextCursor: string | null = null) {
  api.answer('notifications.log', { value: { entries, nextCursor, openCount: entries.length } });
}

const open = (tab: string, who: Parameters<typeof renderAppScreen>[1] = {}) =>
  renderAppScreen(<NotificationsScreen />, { at: `/notifications${tab}`, path: '/notifications', ...who });

describe('recent alerts', () => {
  it('say so while there are none', async () => {
    open('');
    expect(await screen.findByText('No notifications sent yet')).toBeTruthy();
  });

  it.each([
    ['expiry', 'critical', 'critical'],
    ['expiry', 'warning', 'warning'],
    ['expired', 'critical', 'expired'],
    ['revoked', 'critical', 'expired'],
  ] as const)('of the rule %s and %s severity wear the mark of %s', async (rule, severity, tone) => {
    answerLog([sampleEntry({ rule, severity })]);
    open('');
    const message = await screen.findByRole('button', { name: sampleEntry().message });
    expect(message.querySelector('svg')?.getAttribute('data-tone')).toBe(tone);
  });

  it('are acknowledged from their row', async () => {
    answerLog([sampleEntry()]);
    open('');
    const button = await screen.findByRole('button', { name: 'Acknowledge' });
    api.answer('notifications.acknowledge', { value: undefined });
    answerLog([sampleEntry({ acknowledged: true, escalated: true })]);
    fireEvent.click(button);
    expect(await screen.findByText('Notification acknowledged')).toBeTruthy();
    expect(await screen.findByText('Acknowledged')).toBeTruthy();
    expect(screen.getByText('Escalated')).toBeTruthy();
    expect(api.callsOf('notifications.acknowledge')).toEqual([{ id: sampleEntry().id }]);
  });

  it('about a collector lead to it, and are not snoozed like those of a certificate', async () => {
    const entry = sampleEntry({ rule: 'collector_unwell', domain: 'Vault network' });
    answerLog([entry]);
    open('');
    const link = await screen.findByRole('link', { name: 'Vault network' });
    expect(link.getAttribute('href')).toBe(`/collectors/${entry.certificateId}`);
    fireEvent.click(screen.getByRole('button', { name: 'More actions for Vault network' }));
    expect(await screen.findByRole('menuitem', { name: 'View Delivery', hidden: true })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: /Snooze/, hidden: true })).toBeNull();
  });

  it('keep the button where the server refuses', async () => {
    answerLog([sampleEntry()]);
    open('');
    api.answer('notifications.acknowledge', { error: 'internal', message: 'Something went wrong on our side.' });
    fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }));
    expect(await screen.findByText('Failed to acknowledge notification')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Acknowledge' })).toBeTruthy();
  });

  it.each<[Partial<LogEntry>, string]>([
    [{ state: 'pending', sentAt: null, heldFor: 'quiet_hours', dueAt: new Date('2026-11-21T06:00:00Z') }, 'Held for quiet hours'],
    [{ state: 'pending', sentAt: null, problem: 'It answered 500.', dueAt: new Date('2026-11-20T10:00:00Z') }, 'Retrying'],
    [{ state: 'dead', sentAt: null, problem: 'It answered 410.' }, 'Not delivered'],
    [{ state: 'cancelled', sentAt: null, resolved: true }, 'Resolved before it was sent'],
    [{ state: 'cancelled', sentAt: null, acknowledged: true }, 'Acknowledged before it was sent'],
    [{ state: 'cancelled', sentAt: null, resolved: true, superseded: true }, 'Superseded before it was sent'],
    [{ state: 'cancelled', sentAt: null, problem: 'The channel was switched off.' }, 'Not sent'],
  ])('say why one was not sent: %o', async (given, text) => {
    answerLog([sampleEntry(given)]);
    open('');
    expect(await screen.findByText(new RegExp(text))).toBeTruthy();
  });

  it('are not called resolved where a later alert took their place', async () => {
    answerLog([sampleEntry({ resolved: true, superseded: true })]);
    open('');
    expect(await screen.findByText('Superseded')).toBeTruthy();
    expect(screen.queryByText('Resolved')).toBeNull();
  });

  it('narrow to failed deliveries, each of which can be sent again', async () => {
    const dead = sampleEntry({ state: 'dead', sentAt: null, problem: 'It answered 410.' });
    answerLog([sampleEntry({ id: brandId('0198b5a0-0000-7000-8000-00000000000f') }), dead]);
    open('');
    const only = await screen.findByRole('switch', { name: 'Failed deliveries only' });
    answerLog([dead]);
    fireEvent.click(only);
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    expect(api.callsOf('notifications.log')).toContainEqual(expect.objectContaining({ state: 'dead' }));
    api.answer('notifications.delivery', { value: { entry: dead, attempts: [], alert: null } });
    fireEvent.click(screen.getByText(dead.message));
    const story = within(await screen.findByRole('dialog'));
    api.answer('notifications.resend', { value: undefined });
    fireEvent.click(await story.findByRole('button', { name: 'Send Again' }));
    expect(await screen.findByText('Sent again')).toBeTruthy();
    expect(api.callsOf('notifications.resend')).toEqual([{ id: dead.id }]);
  });

  it('are read-only for a viewer', async () => {
    answerLog([sampleEntry()]);
    open('', { role: 'viewer' });
    await screen.findByText('shop.example');
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Test All Notifications' })).toBeNull();
  });

  it('load older ones when asked', async () => {
    answerLog([sampleEntry()], 'older');
    open('');
    const more = await screen.findByRole('button', { name: 'Show Older' });
    answerLog([sampleEntry({ id: brandId('0198b5a0-0000-7000-8000-00000000000f'), domain: 'older.example' })]);
    fireEvent.click(more);
    expect(await screen.findByText('older.example')).toBeTruthy();
    expect(screen.getByText('shop.example')).toBeTruthy();
    expect(api.callsOf('notifications.log')).toContainEqual(expect.objectContaining({ cursor: 'older' }));
  });
});

describe('the banner', () => {
  it('asks for a channel while none is enabled, and not otherwise', async () => {
    api.answer('notifications.channels', { value: sampleChannels() });
    open('');
    expect(await screen.findByText(/No notification channels configured/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Setup Now' }).getAttribute('href')).toBe('/notifications?tab=channels');
  });
});

it.each<[string, Partial<Channel>]>([
  ['incomplete', { state: 'incomplete', trouble: 'incomplete' }],
  ['broken', { brokenReason: 'It answered 410.', trouble: 'broken' }],
  ['no longer in the plan', { available: false, state: 'not_in_plan', trouble: 'not_in_plan' }],
  ['mail without a mail server', { trouble: 'no_mail_server' }],
])('the banner says so where the only channel that is enabled is %s', async (_how, given) => {
  api.answer('notifications.channels', { value: sampleChannels({ slack: { ...slackOn, ...given } }) });
  open('');
  expect(await screen.findByText(/No enabled channel can deliver/)).toBeTruthy();
});

describe('a channel card', () => {
  const card = async (name: string) => within(await screen.findByRole('region', { name }));

  it('switches at once, and back where the server refuses', async () => {
    open('?tab=channels');
    const email = await card('Email');
    api.answer('notifications.saveChannel', { error: 'internal', message: 'Something went wrong on our side.' });
    fireEvent.click(email.getByRole('switch'));
    expect(await email.findByText('Incomplete')).toBeTruthy();
    expect(await screen.findByText('Failed to update channel')).toBeTruthy();
    expect(await email.findByText('Disabled')).toBeTruthy();
  });

  it('asks for what is missing, and saves only when all is filled in', async () => {
    api.answer('notifications.channels', { value: sampleChannels({ telegram: { enabled: true, state: 'incomplete' } }) });
    open('?tab=channels');
    const telegram = await card('Telegram');
    expect(telegram.getByRole<HTMLButtonElement>('button', { name: 'Test Telegram' }).disabled).toBe(true);
    expect(telegram.getAllByText('Required while the channel is enabled')).toHaveLength(2);
    const save = telegram.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    fireEvent.change(telegram.getByLabelText('Bot token'), { target: { value: '1:abc' } });
    expect(save.disabled).toBe(true);
    fireEvent.change(telegram.getByLabelText('Chat ID'), { target: { value: '-100' } });
    const channel = sampleChannels({ telegram: { enabled: true, state: 'configured' } }).channels[2];
    api.answer('notifications.updateChannel', { value: { channel, signingSecret: null } });
    fireEvent.click(save);
    expect(await screen.findByText('Telegram settings saved!')).toBeTruthy();
    expect(api.callsOf('notifications.updateChannel')).toEqual([
      { id: sampleChannelId('telegram'), enabled: true, settings: { token: '1:abc', chat_id: '-100' } },
    ]);
    expect(await telegram.findByText('Configured')).toBeTruthy();
  });

  it('is saved only when the switch before it has arrived', async () => {
    open('?tab=channels');
    const telegram = await card('Telegram');
    const sampled = (state: 'incomplete' | 'configured') => sampleChannels({ telegram: { enabled: true, state } }).channels[2];
    api.answer('notifications.saveChannel', { value: { channel: sampled('incomplete'), signingSecret: null } });
    api.answer('certificates.stats', { value: {} });
    const release = api.hold('notifications.saveChannel');
    fireEvent.click(telegram.getByRole('switch'));
    fireEvent.change(await telegram.findByLabelText('Bot token'), { target: { value: '1:abc' } });
    fireEvent.change(telegram.getByLabelText('Chat ID'), { target: { value: '-100' } });
    await waitFor(() => expect(api.callsOf('notifications.saveChannel')).toHaveLength(1));
    api.answer('notifications.saveChannel', { value: { channel: sampled('configured'), signingSecret: null } });
    api.answer('notifications.channels', { value: sampleChannels({ telegram: { enabled: true, state: 'configured' } }) });
    api.answer('notifications.testChannelById', { value: undefined });
    fireEvent.click(telegram.getByRole('button', { name: 'Save' }));
    // A call of another kind that was made later has come: one that waits for nothing would have.
    fireEvent.click((await card('Slack')).getByRole('button', { name: 'Test Slack' }));
    await waitFor(() => expect(api.callsOf('notifications.testChannelById')).toHaveLength(1));
    expect(api.callsOf('notifications.saveChannel')).toHaveLength(1);
    release();
    expect(await screen.findByText('Telegram settings saved!')).toBeTruthy();
    expect(await telegram.findByText('Configured')).toBeTruthy();
    expect(api.callsOf('notifications.saveChannel')).toHaveLength(2);
  });

  it('is tried out, and says why that failed', async () => {
    open('?tab=channels');
    const slack = await card('Slack');
    api.answer('notifications.testChannelById', { error: 'invalid_input', message: 'Test failed. The receiver answered 404.' });
    fireEvent.click(slack.getByRole('button', { name: 'Test Slack' }));
    expect(await screen.findByText('Test failed. The receiver answered 404.')).toBeTruthy();
  });

  it('keeps what is typed when a list from before the switch comes late', async () => {
    open('?tab=channels');
    const [slack, webhook] = [await card('Slack'), await card('Webhook')];
    api.answer('notifications.testChannelById', { value: undefined });
    const release = api.hold('notifications.channels');
    fireEvent.click(slack.getByRole('button', { name: 'Test Slack' }));
    await waitFor(() => expect(api.callsOf('notifications.channels')).toHaveLength(2));

    const on = { webhook: { enabled: true, state: 'incomplete' } } as const;
    api.answer('notifications.saveChannel', { value: { channel: sampleChannels(on).channels[8], signingSecret: null } });
    api.answer('certificates.stats', { value: {} });
    fireEvent.click(webhook.getByRole('switch'));
    fireEvent.change(await webhook.findByLabelText('URL'), { target: { value: 'https://hooks.example/in' } });
    api.answer('notifications.channels', { value: sampleChannels({ slack: { ...slackOn, brokenReason: 'It answered 410.' }, ...on }) });
    release();
    expect(await slack.findByText(/It answered 410/)).toBeTruthy();
    expect(webhook.getByLabelText<HTMLInputElement>('URL').value).toBe('https://hooks.example/in');
  });

  it('of Alertmanager is saved with its address alone, and with a refusal beside its field', async () => {
    const on = { alertmanager: { enabled: true, state: 'incomplete' } } as const;
    api.answer('notifications.channels', { value: sampleChannels(on) });
    open('?tab=channels');
    const alertmanager = await card('Alertmanager');
    const save = alertmanager.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    fireEvent.change(alertmanager.getByLabelText('Extra labels'), { target: { value: 'alertname=x' } });
    expect(save.disabled).toBe(true);
    fireEvent.change(alertmanager.getByLabelText('URL'), { target: { value: 'https://alerts.example' } });
    const message = 'Every alert already has the label alertname.';
    api.answer('notifications.updateChannel', {
      error: 'invalid_input',
      message: 'The request is not valid.',
      details: [{ path: 'settings.labels', message }],
    });
    fireEvent.click(save);
    expect(await alertmanager.findByText(message)).toBeTruthy();
  });

  it('of mail says that no mail server is configured, as the list does', async () => {
    const email: Partial<Channel> = { enabled: true, state: 'configured', trouble: 'no_mail_server' };
    api.answer('notifications.channels', { value: sampleChannels({ email }) });
    open('?tab=channels');
    const mail = await card('Email');
    expect(mail.getByText('No mail server')).toBeTruthy();
    expect(mail.getByText(/no mail server is configured/)).toBeTruthy();
    expect(mail.queryByText('Configured')).toBeNull();
  });

  it('cannot be switched on by a plan that lacks it, and names the ones that have it', async () => {
    api.answer('notifications.channels', { value: sampleChannels({ zapier: { available: false, availableIn: ['Enterprise'] } }) });
    open('?tab=channels');
    const zapier = await card('Zapier');
    expect(zapier.getByText('Available in: Enterprise plans')).toBeTruthy();
    expect(zapier.getByRole<HTMLInputElement>('switch').disabled).toBe(true);
  });

  it('that the plan lacks share one link to the plans, and none stands where nothing is lacking', async () => {
    const locked = { available: false, availableIn: ['Enterprise'] };
    api.answer('notifications.channels', { value: sampleChannels({ zapier: locked, webhook: locked }) });
    open('?tab=channels', { plan: 'Team' });
    const zapier = await card('Zapier');
    expect(zapier.queryByRole('link')).toBeNull();
    expect(screen.getAllByRole('link', { name: 'Upgrade Plan' })).toHaveLength(1);
    clearScreen();
    api.answer('notifications.channels', { value: sampleChannels() });
    open('?tab=channels', { plan: 'Enterprise' });
    await card('Zapier');
    expect(screen.queryByRole('link', { name: 'Upgrade Plan' })).toBeNull();
  });

  it('that the plan lost can be switched off, and offers nothing that does nothing', async () => {
    api.answer('notifications.channels', {
      value: sampleChannels({ slack: { ...slackOn, available: false, state: 'not_in_plan', trouble: 'not_in_plan' } }),
    });
    open('?tab=channels');
    const slack = await card('Slack');
    expect(slack.getByRole<HTMLInputElement>('switch').disabled).toBe(false);
    expect(slack.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Actions for Slack']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Test All Notifications' }).disabled).toBe(true);
  });

  it('shows a new signing secret once', async () => {
    api.answer('notifications.channels', { value: sampleChannels({ webhook: { enabled: true, state: 'incomplete' } }) });
    open('?tab=channels');
    const webhook = await card('Webhook');
    const channel = sampleChannels({ webhook: { enabled: true, state: 'configured' } }).channels[8];
    api.answer('notifications.updateChannel', { value: { channel, signingSecret: 'whsec_c2VjcmV0' } });
    fireEvent.change(webhook.getByLabelText('URL'), { target: { value: 'https://hooks.example/in' } });
    fireEvent.click(webhook.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Signing secret' }));
    const field = () => dialog.getByLabelText<HTMLTextAreaElement>('Signing secret');
    expect(field().dataset.masked).toBe('true');
    fireEvent.click(dialog.getByRole('button', { name: 'Show Signing secret' }));
    expect([field().dataset.masked, field().value]).toEqual([undefined, 'whsec_c2VjcmV0']);
  });
});

describe('a save that fails', () => {
  const refusal = { error: 'internal', message: 'Something went wrong on our side.' } as const;

  it('of a channel stays on its card as a red alert until it succeeds', async () => {
    const [incomplete, configured] = (['incomplete', 'configured'] as const).map((state) =>
      sampleChannels({ slack: { enabled: true, state } }),
    );
    api.answer('notifications.channels', { value: incomplete });
    open('?tab=channels');
    const slack = within(await screen.findByRole('region', { name: 'Slack' }));
    api.answer('notifications.updateChannel', refusal);
    fireEvent.change(slack.getByLabelText('Webhook URL'), { target: { value: 'https://hooks.example/in' } });
    fireEvent.click(slack.getByRole('button', { name: 'Save' }));
    expect((await slack.findByRole('alert')).textContent).toBe('Failed to save settings');
    api.answer('notifications.updateChannel', { value: { channel: configured?.channels[1], signingSecret: null } });
    fireEvent.click(slack.getByRole('button', { name: 'Save' }));
    expect(await slack.findByText('Configured')).toBeTruthy();
    expect(slack.queryByRole('alert')).toBeNull();
  });

  it('of the alert days stays on their card', async () => {
    open('?tab=channels');
    const panel = within(await screen.findByRole('region', { name: 'Alert Timing' }));
    api.answer('notifications.saveAlertSettings', refusal);
    fireEvent.click(await panel.findByRole('button', { name: 'Save' }));
    expect((await panel.findByRole('alert')).textContent).toBe('Failed to save alert settings');
  });

  it('of smart notifications stays on the form', async () => {
    api.answer('notifications.settings', { value: { settings: sampleSettings, available: true, defaultTemplate: '{{domain}} ends' } });
    open('?tab=smart');
    api.answer('notifications.saveSettings', refusal);
    fireEvent.click(await screen.findByRole('button', { name: 'Save Settings' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to save settings');
  });
});

describe('alert timing', () => {
  it('is not saved without a day', async () => {
    open('?tab=channels');
    const panel = within(await screen.findByRole('region', { name: 'Alert Timing' }));
    fireEvent.click(await panel.findByRole('checkbox', { name: '30 days' }));
    fireEvent.click(panel.getByRole('checkbox', { name: '7 days' }));
    const save = panel.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    fireEvent.click(panel.getByRole('checkbox', { name: '14 days' }));
    api.answer('notifications.saveAlertSettings', { value: { alertDays: [14] } });
    fireEvent.click(save);
    expect(await screen.findByText('Alert settings saved!')).toBeTruthy();
    expect(api.callsOf('notifications.saveAlertSettings')).toEqual([{ alertDays: [14], scaleToLifetime: false }]);
  });

  it('scales to the lifetime, and shows what that would have left out in the last year', async () => {
    api.answer('notifications.alertSettings', { value: sampleAlertDays({ alertDays: [30], lastYear: { sent: 1200, early: 1096 } }) });
    open('?tab=channels');
    const panel = within(await screen.findByRole('region', { name: 'Alert Timing' }));
    const scale = await panel.findByRole('switch', { name: 'Scale to lifetime' });
    expect(panel.getByText(/Last year, 1,096 of 1,200 alerts came on such days\.$/)).toBeTruthy();
    fireEvent.click(scale);
    api.answer('notifications.saveAlertSettings', { value: { alertDays: [30] } });
    fireEvent.click(panel.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Alert settings saved!')).toBeTruthy();
    expect(api.callsOf('notifications.saveAlertSettings')).toEqual([{ alertDays: [30], scaleToLifetime: true }]);
  });

  it('leaves out what the plan does not include, and offers a free plan more', async () => {
    api.answer('notifications.alertSettings', { value: sampleAlertDays({ available: [1] }) });
    open('?tab=channels', { plan: 'Forever Free' });
    const panel = within(await screen.findByRole('region', { name: 'Alert Timing' }));
    expect((await panel.findByRole<HTMLInputElement>('checkbox', { name: '30 days' })).disabled).toBe(true);
    expect(panel.getByText('Upgrade to Starter plan or higher to get more alert timing options')).toBeTruthy();
  });
});

describe('smart notifications', () => {
  const answerSettings = (available = true) =>
    api.answer('notifications.settings', { value: { settings: sampleSettings, available, defaultTemplate: '{{domain}} ends' } });

  it('are a teaser on other plans, beside the windows, which hold alerts there too', async () => {
    answerSettings(false);
    const window = { id: brandId('0198b5a0-0000-7000-8000-000000000009'), name: 'Move', active: true };
    const [startsAt, endsAt] = [new Date('2026-11-01T00:00:00Z'), new Date('2027-06-01T00:00:00Z')];
    api.answer('notifications.windows', { value: { windows: [{ ...window, startsAt, endsAt }] } });
    open('?tab=smart', { plan: 'Essentials' });
    expect(await screen.findByText(/Available in: Team, Enterprise plans/)).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Remove Move' })).toBeTruthy();
  });

  it('show the fields of what is switched on, and are saved as a whole', async () => {
    answerSettings();
    open('?tab=smart');
    fireEvent.click(await screen.findByRole('switch', { name: 'Escalation' }));
    fireEvent.change(screen.getByLabelText('Manager email'), { target: { value: 'boss@example.com' } });
    fireEvent.change(screen.getByLabelText('Escalation delay (hours)'), { target: { value: '4' } });
    const saved = { ...sampleSettings, escalationEnabled: true, escalationEmail: 'boss@example.com', escalationDelayHours: 4 };
    api.answer('notifications.saveSettings', { value: { settings: saved } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Notification settings saved!')).toBeTruthy();
    expect(api.callsOf('notifications.saveSettings')).toEqual([saved]);
  });

  it('try the status page only once both fields are filled in', async () => {
    answerSettings();
    open('?tab=smart');
    fireEvent.click(await screen.findByRole('switch', { name: 'Status page' }));
    const test = screen.getByRole<HTMLButtonElement>('button', { name: 'Test Connection' });
    expect(test.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('Status page URL'), { target: { value: 'https://x.statuspage.io' } });
    expect(test.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('API key'), { target: { value: 'key' } });
    api.answer('notifications.testStatusPage', { value: { pageName: 'Harborline' } });
    fireEvent.click(test);
    expect(await screen.findByText('StatusPage.io test successful! Connected to: Harborline')).toBeTruthy();
  });
});
