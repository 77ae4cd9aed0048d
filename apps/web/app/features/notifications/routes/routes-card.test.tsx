import { brandId, type Id } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { NotificationsScreen } from '../notifications-screen.tsx';
import { sampleAlertDays, sampleChannel, sampleChannelId, sampleChannels } from '../testing/samples.ts';
import type { AlertRoute, Channel } from '../types.ts';

const api = useApiServer();
/** happy-dom lays nothing out, so that an opened menu counts as hidden. */
const laidOut = { hidden: true };
const idAt = <Kind extends string>(digit: number): Id<Kind> => brandId(`0198b5a0-0000-7000-8000-00000000020${digit}`);
const on = { enabled: true, state: 'configured' } as const;

const customerA: Channel = sampleChannel('slack', { ...on, id: idAt(1), name: 'Customer A', inDefaultRoute: false, routeCount: 1 });
const lonely: Channel = sampleChannel('slack', { ...on, id: idAt(2), name: 'Lonely', inDefaultRoute: false });
const channels = () => {
  const [email, slack, ...others] = sampleChannels({ email: on, slack: on }).channels;
  return [email, slack, customerA, lonely, ...others].filter((channel) => channel !== undefined);
};
const routed = ({ id, type, name }: Channel, delivers = true) => ({ id: id ?? idAt<'channel'>(0), type, name, delivers });
const route = (digit: number, given: Partial<AlertRoute>): AlertRoute => ({
  id: idAt(digit),
  tag: null,
  environment: null,
  matches: true,
  channels: [routed(customerA)],
  ...given,
});

beforeEach(() => {
  api.answer('notifications.log', { value: { entries: [], nextCursor: null, openCount: 0 } });
  api.answer('notifications.channels', { value: { channels: channels() } });
  api.answer('notifications.alertSettings', { value: sampleAlertDays({ alertDays: [7], available: [7], options: [7] }) });
  api.answer('notifications.dayRules', { value: { rules: [] } });
  api.answer('notifications.routes', { value: { routes: [route(3, { tag: 'customer=a' })] } });
  api.answer('certificates.facets', {
    value: {
      environments: [{ id: idAt(9), name: 'Production' }],
      tags: [
        { tag: 'customer=a', count: 2 },
        { tag: 'Owner=Ada', count: 1 },
      ],
      protocols: ['tls'],
    },
  });
  api.answer('certificates.stats', { value: {} });
});
afterEach(clearScreen);

const open = (who: Parameters<typeof renderAppScreen>[1] = {}) =>
  renderAppScreen(<NotificationsScreen />, { at: '/notifications?tab=channels', path: '/notifications', plan: 'Team', ...who });
const panel = async () => within(await screen.findByRole('region', { name: 'Routes' }));
const rowsOf = async () => {
  const routes = await panel();
  await routes.findByText('All others (default route)');
  return routes
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const menu = async (name: string, entry: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry, ...laidOut }));
};

describe('the routes', () => {
  it('say who receives the alerts of which certificates, and what reaches no one', async () => {
    api.answer('notifications.routes', {
      value: {
        routes: [
          route(3, { tag: 'customer=a' }),
          route(4, { tag: 'owner=ada', matches: false, channels: [routed(customerA), routed(lonely, false)] }),
          route(5, { environment: { id: idAt(9), name: 'Production' }, channels: [routed(lonely, false)] }),
          route(6, { matches: false }),
        ],
      },
    });
    open();
    expect(await rowsOf()).toEqual([
      'Tag customer=aCustomer A',
      'Owner adaMatches no certificateCustomer A, Lonely (not delivering)',
      'Environment ProductionNo channel delivers: Lonely',
      'A deleted environmentMatches no certificateCustomer A',
      'All others (default route)Email, Slack',
    ]);
  });

  it('are shown to viewers, who change nothing', async () => {
    open({ role: 'viewer' });
    expect(await rowsOf()).toHaveLength(2);
    expect((await panel()).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add Channel' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
  });

  it('are added by tag, owner or environment', async () => {
    open();
    const begin = await (await panel()).findByRole<HTMLButtonElement>('button', { name: 'Add Route' });
    await waitFor(() => expect(begin.disabled).toBe(false));
    fireEvent.click(begin);
    const form = await dialog('Add Route');
    const add = form.getByRole<HTMLButtonElement>('button', { name: 'Add Route' });
    fireEvent.change(form.getByLabelText('Tag'), { target: { value: 'customer=b' } });
    expect(add.disabled).toBe(true);
    fireEvent.change(form.getByLabelText('Certificates with'), { target: { value: 'owner' } });
    fireEvent.change(form.getByLabelText('Owner'), { target: { value: ' Ada ' } });
    fireEvent.click(form.getByRole('checkbox', { name: 'Customer A (Slack)' }));
    fireEvent.click(form.getByRole('checkbox', { name: 'Email' }));
    api.answer('notifications.saveRoute', { error: 'alert_route_limit', message: "You've reached the route limit." });
    fireEvent.click(add);
    expect((await form.findByRole('alert')).textContent).toBe("You've reached the route limit.");
    fireEvent.change(form.getByLabelText('Certificates with'), { target: { value: 'environmentId' } });
    fireEvent.change(await form.findByLabelText('Environment'), { target: { value: idAt(9) } });
    api.answer('notifications.saveRoute', { value: { route: route(7, {}) } });
    fireEvent.click(add);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const channelIds = [sampleChannelId('email'), customerA.id];
    expect(api.callsOf('notifications.saveRoute')).toEqual([
      { owner: 'Ada', channelIds },
      { environmentId: idAt(9), channelIds },
    ]);
  });

  it('are edited and deleted from their menu', async () => {
    open();
    await menu('Actions for the route of tag customer=a', 'Edit');
    const form = await dialog('Edit the route of tag customer=a');
    fireEvent.click(form.getByRole('checkbox', { name: 'Lonely (Slack)' }));
    api.answer('notifications.saveRoute', { value: { route: route(3, {}) } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.callsOf('notifications.saveRoute')).toEqual([{ tag: 'customer=a', channelIds: [customerA.id, lonely.id] }]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await menu('Actions for the route of tag customer=a', 'Delete');
    const question = await dialog('Delete the route of tag customer=a');
    api.answer('notifications.removeRoute', { value: undefined });
    fireEvent.click(question.getByRole('button', { name: 'Delete Route' }));
    expect(await screen.findByText('Route deleted')).toBeTruthy();
    expect(api.callsOf('notifications.removeRoute')).toEqual([{ id: idAt(3) }]);
  });

  it('that do not load can be retried', async () => {
    api.answer('notifications.routes', { error: 'internal', message: 'Something went wrong on our side.' });
    open();
    expect(await (await panel()).findByText('Routes did not load')).toBeTruthy();
  });
});

describe('channels of one type', () => {
  const card = async (name: string) => within(await screen.findByRole('region', { name }));

  it('have a card each, with the type where the name differs, and say what they receive', async () => {
    open();
    const customer = await card('Customer A');
    expect(customer.getByText('Slack: Configured')).toBeTruthy();
    expect(customer.getByText('Receives only the alerts of 1 route.')).toBeTruthy();
    expect((await card('Lonely')).getByText('Receives no alerts: this channel is in no route.')).toBeTruthy();
    expect((await card('Slack')).getByText('Configured')).toBeTruthy();
  });

  it('are switched and tested by their id', async () => {
    open();
    const customer = await card('Customer A');
    api.answer('notifications.testChannelById', { value: undefined });
    fireEvent.click(customer.getByRole('button', { name: 'Test Customer A' }));
    expect(await screen.findByText('Test notification sent!')).toBeTruthy();
    const off = { ...customerA, enabled: false, state: 'disabled' } as const;
    api.answer('notifications.updateChannel', { value: { channel: off, signingSecret: null } });
    fireEvent.click(customer.getByRole('switch'));
    expect(await screen.findByText('Customer A disabled')).toBeTruthy();
    expect(await customer.findByText('Slack: Disabled')).toBeTruthy();
    expect(api.callsOf('notifications.testChannelById')).toEqual([{ id: customerA.id }]);
    expect(api.callsOf('notifications.updateChannel')).toEqual([{ id: customerA.id, enabled: false, settings: { webhook: '' } }]);
  });

  it('are added with a name, and a webhook shows its signing secret', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Add Channel' }));
    const form = await dialog('Add Channel');
    const add = form.getByRole<HTMLButtonElement>('button', { name: 'Add Channel' });
    fireEvent.change(form.getByLabelText('Type'), { target: { value: 'webhook' } });
    fireEvent.change(form.getByLabelText('Name'), { target: { value: ' Customer B ' } });
    expect(add.disabled).toBe(true);
    fireEvent.change(form.getByLabelText('URL'), { target: { value: 'https://b.example/in' } });
    fireEvent.click(form.getByRole('checkbox', { name: 'Receives alerts that no route matches' }));
    api.answer('notifications.addChannel', { value: { channel: sampleChannel('webhook', on), signingSecret: 'whsec_c2VjcmV0' } });
    fireEvent.click(add);
    expect(await screen.findByRole('dialog', { name: 'Signing secret' })).toBeTruthy();
    expect(api.callsOf('notifications.addChannel')).toEqual([
      { type: 'webhook', name: 'Customer B', settings: { url: 'https://b.example/in' }, inDefaultRoute: false },
    ]);
  });

  it('are renamed, and the server’s refusal is at the name', async () => {
    open();
    await menu('Actions for Lonely', 'Name and Routing');
    const form = await dialog('Edit Lonely');
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Customer A' } });
    api.answer('notifications.updateChannel', { error: 'channel_exists', message: 'A channel with this name already exists.' });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('A channel with this name already exists.')).toBeTruthy();
    fireEvent.click(form.getByRole('checkbox', { name: 'Receives alerts that no route matches' }));
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Night' } });
    api.answer('notifications.updateChannel', { value: { channel: { ...lonely, name: 'Night' }, signingSecret: null } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('notifications.updateChannel').at(-1)).toEqual({ id: lonely.id, name: 'Night', inDefaultRoute: true });
  });

  it('are deleted after a question, which shows why that is refused', async () => {
    open();
    await menu('Actions for Customer A', 'Delete');
    const question = await dialog('Delete Customer A');
    api.answer('notifications.removeChannel', { error: 'channel_in_route', message: 'A route has no other channel.' });
    fireEvent.click(question.getByRole('button', { name: 'Delete Channel' }));
    expect(await question.findByText('A route has no other channel.')).toBeTruthy();
    api.answer('notifications.removeChannel', { value: undefined });
    fireEvent.click(question.getByRole('button', { name: 'Delete Channel' }));
    expect(await screen.findByText('Customer A deleted')).toBeTruthy();
  });
});
