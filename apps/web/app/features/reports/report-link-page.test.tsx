import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ReportLinkPage } from './report-link-page.tsx';
import type { LinkedReport } from './types.ts';

const api = useApiServer();
afterEach(cleanup);

const report = (state: LinkedReport['state']): LinkedReport => ({
  ...{ email: 'ada@example.com', organization: 'Harborline', frequency: 'weekly', state },
});
const open = (state: LinkedReport['state'] | null) =>
  renderScreen(<ReportLinkPage token="id.mac" report={state === null ? null : report(state)} />);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('asks, and nothing happens until a button is pressed', async () => {
  open('pending');
  expect(
    await screen.findByText('An admin of Harborline wants to mail a weekly report about its certificates to ada@example.com.'),
  ).toBeTruthy();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Confirm', 'Refuse']);
  expect(api.calls).toEqual([]);
  api.answer('reports.subscribe', { value: report('active') });
  await press('Confirm');
  expect(await screen.findByText('This address gets the report.')).toBeTruthy();
  expect(api.callsOf('reports.subscribe')).toEqual([{ token: 'id.mac' }]);
});

it('unsubscribes, and subscribes again', async () => {
  open('active');
  api.answer('reports.unsubscribe', { value: report('unsubscribed') });
  api.answer('reports.subscribe', { value: report('active') });
  await press('Unsubscribe');
  expect(await screen.findByText(/You are unsubscribed/)).toBeTruthy();
  await press('Subscribe Again');
  expect(await screen.findByText('This address gets the report.')).toBeTruthy();
});

it('shows why a change failed', async () => {
  open('active');
  api.answer('reports.unsubscribe', { error: 'rate_limited', message: 'Too many attempts. Please wait and try again.' });
  await press('Unsubscribe');
  expect(await screen.findByText('Too many attempts. Please wait and try again.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unsubscribe' })).toBeTruthy();
});

it('offers nothing for a removed address, or a link that is not valid', async () => {
  open('removed');
  expect(await screen.findByText(/An admin removed this address/)).toBeTruthy();
  cleanup();
  open(null);
  expect(await screen.findByText(/This link is not valid/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
