import { addMs, brandId, DAY_MS } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { NotificationsScreen } from '../notifications-screen.tsx';
import { sampleAlertDays, sampleChannels, sampleDelivery, sampleEndpoint } from '../testing/samples.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../types.ts';

const api = useApiServer();
/** happy-dom lays nothing out, so that an opened menu counts as hidden. */
const laidOut = { hidden: true };
const refusal = { error: 'internal', message: 'Something went wrong on our side.' } as const;

const answerEndpoints = (...endpoints: WebhookEndpoint[]) => api.answer('notifications.endpoints', { value: { endpoints } });
const answerDeliveries = (...deliveries: WebhookDelivery[]) =>
  api.answer('notifications.endpointDeliveries', { value: { deliveries, nextCursor: null } });

beforeEach(() => {
  api.answer('notifications.log', { value: { entries: [], nextCursor: null, openCount: 0 } });
  api.answer('notifications.channels', { value: sampleChannels() });
  api.answer('notifications.alertSettings', { value: sampleAlertDays({ alertDays: [7], available: [7], options: [7] }) });
  api.answer('notifications.dayRules', { value: { rules: [] } });
  api.answer('notifications.routes', { value: { routes: [] } });
  answerEndpoints(sampleEndpoint());
  answerDeliveries();
});
afterEach(clearScreen);

const open = (who: Parameters<typeof renderAppScreen>[1] = {}) =>
  renderAppScreen(<NotificationsScreen />, { at: '/notifications?tab=channels', path: '/notifications', plan: 'Enterprise', ...who });
const card = async () => within(await screen.findByRole('region', { name: 'Webhook Endpoints' }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const choose = async (entry: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Deploy bot' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry, ...laidOut }));
};
const fillIn = async () => {
  fireEvent.click(await (await card()).findByRole('button', { name: 'Add Endpoint' }));
  const form = await dialog('Add Endpoint');
  const add = form.getByRole<HTMLButtonElement>('button', { name: 'Add Endpoint' });
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Deploy bot' } });
  fireEvent.change(form.getByLabelText('URL'), { target: { value: 'https://hooks.example/in' } });
  expect(add.disabled).toBe(true);
  fireEvent.click(form.getByRole('checkbox', { name: 'certificate.renewed' }));
  fireEvent.click(add);
  return form;
};

describe('the list', () => {
  it('shows each endpoint with its masked URL, event types, state and last delivery', async () => {
    answerDeliveries(sampleDelivery());
    open();
    const list = await card();
    expect(await list.findByText('••••fter')).toBeTruthy();
    expect(list.getByText('certificate.renewed, certificate.changed')).toBeTruthy();
    expect(list.getByText('Enabled')).toBeTruthy();
    expect(await list.findByText(/Last delivery: Delivered/)).toBeTruthy();
  });

  it('says how to begin while there is none, and why it did not load', async () => {
    answerEndpoints();
    open();
    expect(await (await card()).findByText('No webhook endpoints')).toBeTruthy();
    clearScreen();
    api.answer('notifications.endpoints', refusal);
    open();
    expect(await (await card()).findByText('Webhook endpoints did not load')).toBeTruthy();
  });

  it('is not there on a plan without webhooks, and is not asked for', async () => {
    open({ plan: 'Team' });
    await screen.findByRole('region', { name: 'Zapier' });
    expect(screen.queryByRole('region', { name: 'Webhook Endpoints' })).toBeNull();
    expect(api.callsOf('notifications.endpoints')).toEqual([]);
  });

  it('is read-only for a viewer', async () => {
    answerDeliveries(sampleDelivery({ state: 'dead' }));
    open({ role: 'viewer' });
    const list = await card();
    fireEvent.click(await list.findByRole('button', { name: 'Deliveries of Deploy bot' }));
    expect(list.getAllByRole('button')).toHaveLength(1);
    const log = await dialog('Deliveries of Deploy bot');
    expect(await log.findByText('Failed')).toBeTruthy();
    expect(log.queryByRole('button', { name: /Resend/ })).toBeNull();
  });

  it('says why an endpoint is paused and how to resume it', async () => {
    answerEndpoints(sampleEndpoint({ state: 'paused', pausedReason: 'Gone' }));
    open();
    const list = await card();
    expect(await list.findByText('Paused')).toBeTruthy();
    expect(list.getByRole('alert').textContent).toBe('Delivery is paused: Gone. Save the endpoint or send a test to resume.');
    api.answer('notifications.testEndpoint', { value: undefined });
    answerEndpoints(sampleEndpoint());
    fireEvent.click(list.getByRole('button', { name: 'Send Test to Deploy bot' }));
    expect(await screen.findByText('Test event sent!')).toBeTruthy();
    expect(await list.findByText('Enabled')).toBeTruthy();
  });
});

describe('an endpoint', () => {
  it('is added, and its secret shown once', async () => {
    answerEndpoints();
    api.answer('notifications.addEndpoint', { value: { endpoint: sampleEndpoint(), signingSecret: 'whsec_c2VjcmV0' } });
    open();
    await card();
    const adding = fillIn();
    answerEndpoints(sampleEndpoint());
    await adding;
    const shown = await dialog('Signing secret');
    expect(shown.getByLabelText<HTMLTextAreaElement>('Signing secret').value).toBe('whsec_c2VjcmV0');
    fireEvent.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await (await card()).findByText('Deploy bot')).toBeTruthy();
    expect(api.callsOf('notifications.addEndpoint')).toEqual([
      { name: 'Deploy bot', url: 'https://hooks.example/in', types: ['certificate.renewed'], enabled: true },
    ]);
  });

  it('that was not saved keeps the dialog open, with the reason and what was typed', async () => {
    api.answer('notifications.addEndpoint', refusal);
    open();
    const form = await fillIn();
    expect((await form.findByRole('alert')).textContent).toBe('Failed to save the endpoint');
    expect(form.getByLabelText<HTMLInputElement>('URL').value).toBe('https://hooks.example/in');
  });

  it('is edited without typing its URL again', async () => {
    open();
    await choose('Edit');
    const form = await dialog('Edit Deploy bot');
    fireEvent.click(form.getByRole('switch', { name: 'Enabled' }));
    api.answer('notifications.updateEndpoint', { value: { endpoint: sampleEndpoint({ enabled: false, state: 'disabled' }) } });
    answerEndpoints(sampleEndpoint({ enabled: false, state: 'disabled' }));
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await (await card()).findByText('Disabled')).toBeTruthy();
    const { id, name, url, types } = sampleEndpoint();
    expect(api.callsOf('notifications.updateEndpoint')).toEqual([{ id, name, url, types, enabled: false }]);
  });

  it('gets another secret, with the old one valid for 24 more hours', async () => {
    open();
    await choose('Rotate Secret');
    const asked = await dialog('Rotate the secret of Deploy bot');
    expect(asked.getByText(/The old secret works for 24 more hours/)).toBeTruthy();
    api.answer('notifications.rotateEndpointSecret', { value: { signingSecret: 'whsec_bmV3' } });
    fireEvent.click(asked.getByRole('button', { name: 'Rotate Secret' }));
    const shown = await dialog('Signing secret');
    expect(shown.getByLabelText<HTMLTextAreaElement>('Signing secret').value).toBe('whsec_bmV3');
  });

  it('is deleted only when confirmed, and says in the dialog why that failed', async () => {
    open();
    await choose('Delete');
    const asked = await dialog('Delete Deploy bot');
    expect(api.callsOf('notifications.removeEndpoint')).toEqual([]);
    api.answer('notifications.removeEndpoint', refusal);
    fireEvent.click(asked.getByRole('button', { name: 'Delete Endpoint' }));
    expect((await asked.findByRole('alert')).textContent).toBe('Failed to delete the endpoint');
    api.answer('notifications.removeEndpoint', { value: undefined });
    answerEndpoints();
    fireEvent.click(asked.getByRole('button', { name: 'Delete Endpoint' }));
    expect(await (await card()).findByText('No webhook endpoints')).toBeTruthy();
  });
});

describe('the delivery log', () => {
  const failed = sampleDelivery({ state: 'dead', attempts: 9, status: 500, reason: 'Out of order', sentAt: null });
  const openLog = async () => {
    fireEvent.click(await (await card()).findByRole('button', { name: 'Deliveries of Deploy bot' }));
    return dialog('Deliveries of Deploy bot');
  };

  it('shows the event behind a delivery, or why it did not load', async () => {
    answerDeliveries(failed);
    open();
    const log = await openLog();
    const { eventId: id, type, occurredAt } = failed;
    api.answer('notifications.event', {
      value: { event: { id, type, occurredAt, data: { certificate: { domain: 'shop.example.com' } } } },
    });
    fireEvent.click(await log.findByRole('button', { name: 'Show certificate.renewed' }));
    expect(await log.findByText(/"domain": "shop.example.com"/)).toBeTruthy();
    expect(api.callsOf('notifications.event')).toEqual([{ id }]);
    fireEvent.click(log.getByRole('button', { name: 'Hide certificate.renewed' }));
    expect(log.queryByText(/shop.example.com/)).toBeNull();
    clearScreen();
    api.answer('notifications.event', { error: 'event_not_found', message: 'Event not found.' });
    open();
    const again = await openLog();
    fireEvent.click(await again.findByRole('button', { name: 'Show certificate.renewed' }));
    expect(await again.findByText('Event not found.')).toBeTruthy();
  });

  it('shows why a delivery failed and resends it', async () => {
    answerDeliveries(failed);
    open();
    const log = await openLog();
    expect(await log.findByText('9 attempts, status 500, 120 ms')).toBeTruthy();
    expect(log.getByText('Out of order')).toBeTruthy();
    api.answer('notifications.redeliverEvent', { value: undefined });
    answerDeliveries(sampleDelivery({ state: 'sending', attempts: 0, status: null, durationMs: null, sentAt: null }));
    fireEvent.click(log.getByRole('button', { name: 'Resend certificate.renewed' }));
    expect(await log.findByText('Sending')).toBeTruthy();
    expect(log.queryByRole('button', { name: 'Resend certificate.renewed' })).toBeNull();
    expect(api.callsOf('notifications.redeliverEvent')).toEqual([{ id: sampleEndpoint().id, eventId: failed.eventId }]);
  });

  it('keeps a resend that failed on screen', async () => {
    answerDeliveries(failed);
    open();
    const log = await openLog();
    api.answer('notifications.redeliverEvent', refusal);
    fireEvent.click(await log.findByRole('button', { name: 'Resend certificate.renewed' }));
    expect((await log.findByRole('alert')).textContent).toBe('Failed to resend');
  });

  it('resends all that failed in the chosen span', async () => {
    answerEndpoints(sampleEndpoint());
    answerDeliveries(failed, sampleDelivery({ eventId: brandId('0198b5a0-0000-7000-8000-00000000000e') }));
    open();
    const log = await openLog();
    api.answer('notifications.redeliverFailed', { value: { queued: 1 } });
    fireEvent.click(log.getByRole('button', { name: 'Resend Failed Deliveries' }));
    expect(await screen.findByText('1 event queued again')).toBeTruthy();
    fireEvent.change(log.getByLabelText('Events of the'), { target: { value: '7' } });
    fireEvent.click(log.getByRole('button', { name: 'Resend Failed Deliveries' }));
    await waitFor(() => expect(api.callsOf('notifications.redeliverFailed')).toHaveLength(2));
    const { id } = sampleEndpoint();
    expect(api.callsOf('notifications.redeliverFailed')).toEqual([
      { id, since: addMs(NOW, -DAY_MS) },
      { id, since: addMs(NOW, -7 * DAY_MS) },
    ]);
  });

  it('resends nothing to a paused endpoint', async () => {
    answerEndpoints(sampleEndpoint({ state: 'paused', pausedReason: 'Gone' }));
    answerDeliveries(failed);
    open();
    const log = await openLog();
    expect(await log.findByText('Out of order')).toBeTruthy();
    expect(log.getByRole<HTMLButtonElement>('button', { name: 'Resend Failed Deliveries' }).disabled).toBe(true);
    expect(log.queryByRole('button', { name: 'Resend certificate.renewed' })).toBeNull();
  });
});
