import { brandId } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import type { CloudAccount } from '../types.ts';
import CloudAccountsPanel from './cloud-accounts-panel.tsx';

const api = useApiServer();
afterEach(clearScreen);

const id = brandId<'cloud-account'>('0198b5a0-0000-7000-8000-0000000000a1');
const account = (changes: Partial<CloudAccount> = {}): CloudAccount => ({
  ...{ id, name: 'Production', cloud: 'digitalocean', problem: null, isRefused: false, checkedAt: NOW, serviceCount: 2 },
  cost: { soFarUsd: 900, monthUsd: 342.2, monthForecastUsd: 531.61 },
  ...changes,
});
const operators = account({ id: null, name: 'Account of this installation', cloud: 'aws', checkedAt: null });
const answer = (...accounts: readonly CloudAccount[]) =>
  api.answer('services.cloudAccounts', { value: { accounts, clouds: ['aws', 'digitalocean', 'gcp', 'azure'] } });
beforeEach(() => answer(operators, account()));

const open = (role: 'admin' | 'viewer' = 'admin') => renderAppScreen(<CloudAccountsPanel />, { role });
const rows = async (): Promise<string[]> => {
  await screen.findByText('Production');
  const table = screen.getByRole('table', { name: 'Cloud accounts' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ children }) => [...children].map(({ textContent }) => textContent).join(' | '));
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const act = async (entry: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Production' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry, hidden: true }));
};

it('lists accounts with their services and cost, and what is wrong with one', async () => {
  const problem = 'The DigitalOcean token lacks the permission droplet:create. Create a token that has it.';
  answer(operators, account({ problem, isRefused: true }));
  open();
  expect(await rows()).toEqual([
    'Account of this installation | AWS |  | 2 | $342.20 | $531.61 | ',
    'Production | DigitalOcean | Refused | 2 | $342.20 | $531.61 | ',
    problem,
  ]);
});

it('is absent without a cloud and an account, and shows a viewer no actions', async () => {
  api.answer('services.cloudAccounts', { value: { accounts: [], clouds: [] } });
  open();
  await waitFor(() => expect(screen.queryByText('Cloud accounts')).toBeNull());
  clearScreen();
  answer(account());
  open('viewer');
  expect(await rows()).toHaveLength(1);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('adds an account with the fields of its cloud, and keeps what was typed when the cloud refuses it', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Add Account' }));
  const form = await dialog('Add Cloud Account');
  const add = () => form.getByRole<HTMLButtonElement>('button', { name: 'Add' });
  expect([form.queryByLabelText('Access key ID') === null, add().disabled]).toEqual([false, true]);
  fireEvent.change(form.getByLabelText('Cloud'), { target: { value: 'digitalocean' } });
  expect(form.queryByLabelText('Access key ID')).toBeNull();
  fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Staging' } });
  fireEvent.change(form.getByLabelText('Personal access token'), { target: { value: 'dop_v1_x' } });
  api.answer('services.addCloudAccount', { error: 'cloud_account_unusable', message: 'DigitalOcean refuses the token.' });
  fireEvent.click(add());
  expect((await form.findByRole('alert')).textContent).toBe('DigitalOcean refuses the token.');
  expect(form.getByLabelText<HTMLInputElement>('Personal access token').value).toBe('dop_v1_x');
  api.answer('services.addCloudAccount', { value: { id } });
  fireEvent.click(add());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = { name: 'Staging', credentials: { cloud: 'digitalocean', token: 'dop_v1_x' } };
  expect(api.callsOf('services.addCloudAccount')).toEqual([sent, sent]);
});

it('forgets only an account that its cloud refuses, after its name was typed, and lists what is left there', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Production' }));
  await screen.findByRole('menuitem', { name: 'Check', hidden: true });
  expect(screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Check',
    'Replace Credentials',
    'Delete',
  ]);
  clearScreen();
  answer(account({ problem: 'DigitalOcean refuses the token.', isRefused: true }));
  open();
  await act('Forget');
  const sure = await dialog('Forget Production');
  const forget = () => sure.getByRole<HTMLButtonElement>('button', { name: 'Forget' });
  expect(forget().disabled).toBe(true);
  fireEvent.change(sure.getByLabelText('Name of the account'), { target: { value: 'Production' } });
  const left = {
    resourceId: 'pg-7f3a91c2',
    region: 'fra1',
    regionName: 'Frankfurt 1',
    host: '203.0.113.7',
    names: ['notafter-1', 'notafter-1-data'],
  };
  api.answer('services.forgetCloudAccount', { value: { leftovers: [left] } });
  fireEvent.click(forget());
  const forgotten = await dialog('The account was forgotten');
  expect(forgotten.getByRole('definition').textContent).toBe('Frankfurt 1, 203.0.113.7: notafter-1, notafter-1-data');
});
