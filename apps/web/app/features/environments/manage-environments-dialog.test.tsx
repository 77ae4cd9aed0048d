import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import ManageEnvironmentsDialog from './manage-environments-dialog.tsx';

const api = useApiServer();
const production = {
  id: '0198b5a0-0000-7000-8000-00000000000a',
  name: 'Production',
  description: null,
  certificateCount: 3,
  createdAt: NOW,
};
const answerList = (limit: number | null) => api.answer('environments.list', { value: { environments: [production], limit } });
beforeEach(() => answerList(2));
afterEach(clearScreen);

const open = async () => {
  renderAppScreen(<ManageEnvironmentsDialog onClose={() => undefined} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage Environments' }));
  await dialog.findByText('Production');
  const click = (name: string) => fireEvent.click(dialog.getByRole('button', { name }));
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  return { dialog, click, type };
};

it('makes one, not before it has a name that is more than blanks', async () => {
  const { dialog, click, type } = await open();
  click('Add Environment');
  const create = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create' });
  expect(create.disabled).toBe(true);
  type('Environment Name', '   ');
  expect(create.disabled).toBe(true);
  type('Environment Name', ' Staging ');
  api.answer('environments.add', { value: { environment: production } });
  click('Create');
  await waitFor(() => expect(dialog.queryByLabelText('Environment Name')).toBeNull());
  expect(api.callsOf('environments.add')).toEqual([{ name: 'Staging', description: '' }]);
});

it('edits one in its place', async () => {
  const { click, type } = await open();
  click('Edit Production');
  type('Description (optional)', 'What customers see');
  api.answer('environments.update', { value: { environment: production } });
  click('Update');
  await waitFor(() =>
    expect(api.callsOf('environments.update')).toEqual([{ id: production.id, name: 'Production', description: 'What customers see' }]),
  );
});

it('asks before it deletes, and shows the server\u2019s refusal in a red alert', async () => {
  const { dialog, click } = await open();
  click('Delete Production');
  expect(dialog.getByText(/Are you sure\? This will fail if certificates are assigned to this environment\./)).toBeTruthy();
  expect(api.callsOf('environments.remove')).toEqual([]);
  const message = '3 certificates are assigned to this environment. Assign them to another one first.';
  api.answer('environments.remove', { error: 'environment_in_use', message });
  click('Delete Environment');
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
  click('Cancel');
  expect(dialog.queryByRole('alert')).toBeNull();
});

it.each([
  ['Add Environment', 'environments.add', 'Failed to save environment'],
  ['Delete Production', 'environments.remove', 'Failed to delete environment'],
])('has its own text if the server has none: %s', async (first, procedure, text) => {
  const { dialog, click, type } = await open();
  click(first);
  if (first === 'Add Environment') type('Environment Name', 'Staging');
  api.answer(procedure, { error: 'internal', message: 'Something went wrong on our side. Please try again.' });
  click(first === 'Add Environment' ? 'Create' : 'Delete Environment');
  expect((await dialog.findByRole('alert')).textContent).toBe(text);
});

it.each([
  [2, '1 of 2', false],
  [1, '1 of 1', true],
  [null, '1 of \u221e', false],
])('adds up to the plan\u2019s limit: %s', async (limit, text, disabled) => {
  answerList(limit);
  const { dialog } = await open();
  expect(dialog.getByText(text)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add Environment' }).disabled).toBe(disabled);
});
