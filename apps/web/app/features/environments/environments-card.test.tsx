import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { EnvironmentsCard } from './environments-card.tsx';

const api = useApiServer();
const production = {
  id: '0198b5a0-0000-7000-8000-00000000000a',
  name: 'Production',
  description: 'Customers',
  certificateCount: 3,
  createdAt: NOW,
};
const answerList = (limit: number | null, environments = [production]) =>
  api.answer('environments.list', { value: { environments, limit } });
beforeEach(() => answerList(2));
afterEach(clearScreen);

const open = (who: Parameters<typeof renderAppScreen>[1] = {}) => {
  renderAppScreen(<EnvironmentsCard />, who);
  return screen.findByRole('region', { name: 'Environments' });
};
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it.each([
  [2, '1/2', false],
  [1, '1/1', true],
  [null, '1/\u221e', false],
])('counts against the plan\u2019s limit: %s', async (limit, text, disabled) => {
  answerList(limit);
  await open();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Environment' }).disabled).toBe(disabled);
  expect(screen.queryByText(/Your plan allows 1\./) !== null).toBe(disabled);
});

it('makes one in a dialog', async () => {
  answerList(2, []);
  await open();
  await screen.findByText(/No environments yet/);
  click('Create Environment');
  const form = await dialog('Create Environment');
  const create = form.getByRole<HTMLButtonElement>('button', { name: 'Create' });
  fireEvent.change(form.getByLabelText('Environment Name'), { target: { value: '  ' } });
  expect(create.disabled).toBe(true);
  fireEvent.change(form.getByLabelText('Environment Name'), { target: { value: 'Production' } });
  api.answer('environments.add', { value: { environment: production } });
  answerList(2);
  fireEvent.click(create);
  expect(await screen.findByText('Production')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('edits one, and keeps the dialog with the refusal in it', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Production' }));
  const form = await dialog('Edit Environment');
  api.answer('environments.update', { error: 'environment_exists', message: 'An environment with this name already exists.' });
  fireEvent.click(form.getByRole('button', { name: 'Update' }));
  expect((await form.findByRole('alert')).textContent).toBe('An environment with this name already exists.');
});

it('asks before it deletes, and says why it cannot', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Production' }));
  const question = await dialog('Delete Production');
  expect(question.getByText('Are you sure? This will fail if certificates are assigned to this environment.')).toBeTruthy();
  const message = '3 certificates are assigned to this environment. Assign them to another one first.';
  api.answer('environments.remove', { error: 'environment_in_use', message });
  fireEvent.click(question.getByRole('button', { name: 'Delete Environment' }));
  expect((await question.findByRole('alert')).textContent).toBe(message);
  api.answer('environments.remove', { value: undefined });
  answerList(2, []);
  fireEvent.click(question.getByRole('button', { name: 'Delete Environment' }));
  expect(await screen.findByText(/No environments yet/)).toBeTruthy();
});

it('is read by viewers', async () => {
  await open({ role: 'viewer' });
  expect(await screen.findByText('Production')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('names the plans with environments on a plan without, and lists existing ones', async () => {
  answerList(0);
  await open({ plan: 'Essentials' });
  expect(await screen.findByText('Environment management is available on Team and Enterprise plans.')).toBeTruthy();
  expect(screen.getByText('Production')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('says what failed and tries again', async () => {
  api.answer('environments.list', { error: 'internal', message: 'Something went wrong on our side.' });
  await open();
  await screen.findByText('Environments did not load');
  answerList(2);
  click('Retry');
  expect(await screen.findByText('Production')).toBeTruthy();
});
