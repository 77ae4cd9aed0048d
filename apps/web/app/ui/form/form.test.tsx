import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { useTRPC } from '../../api/trpc.ts';
import { useApiServer } from '../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { useAction } from '../action/use-action.ts';
import ConfirmDialog from '../dialog/confirm-dialog.tsx';
import { Field, Form } from './form.tsx';
import { useForm } from './use-form.tsx';

const api = useApiServer();
afterEach(clearScreen);

function Sample({ outcome }: { readonly outcome?: 'leaving' }) {
  const rename = useAction(useTRPC().profile.updateOrganization.mutationOptions(), { done: 'Renamed', failed: 'Failed to rename' });
  const form = useForm({
    initial: { first: '', name: '', sure: false, hours: { from: '22:00' }, tags: ['web'] },
    check: ({ first, name }) => ({
      ...(first === '' ? { first: 'Enter a first name.' } : {}),
      ...(name === '' ? { name: 'Enter a name.' } : {}),
    }),
    failed: 'Failed to rename',
    submit: async (values) => {
      await rename.send({ name: values.name });
      return outcome;
    },
  });
  return (
    <Form form={form} label="Sample" action="Save">
      <Field {...form.field('first')} label="First" />
      <Field {...form.field('name')} label="Name" />
      <Checkbox {...form.box('sure')} label="Sure" />
      <Field {...form.field('hours.from')} label="From" />
    </Form>
  );
}

const open = (outcome?: 'leaving') => renderAppScreen(<Sample {...(outcome === undefined ? {} : { outcome })} />, {});
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.submit(screen.getByRole('form', { name: 'Sample' }));
const refuse = (details: { path: string; message: string }[] = []) =>
  api.answer('profile.updateOrganization', { error: 'invalid_input', message: 'Invalid input.', details });
const accept = () => api.answer('profile.updateOrganization', { value: { organization: { id: 'org-1', name: 'Harborline' } } });
const sent = () => api.callsOf('profile.updateOrganization');

describe('a form', () => {
  it('sends nothing that it finds wrong itself, and focuses the first field with a problem', async () => {
    open();
    type('Name', 'Harborline');
    submit();
    expect(await screen.findByText('Enter a first name.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First')));
    type('First', 'a');
    expect(screen.queryByText('Enter a first name.')).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('puts what the server refuses at the fields it names, and focuses the first', async () => {
    open();
    type('First', 'a');
    type('Name', 'b');
    refuse([{ path: 'name', message: 'Choose another name.' }]);
    submit();
    expect(await screen.findByText('Choose another name.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('puts what the server refuses inside an object at its field', async () => {
    open();
    type('First', 'a');
    type('Name', 'b');
    refuse([{ path: 'hours.from', message: 'Enter a time.' }]);
    submit();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('From')));
    expect(screen.getByText('Enter a time.')).toBeTruthy();
    type('From', '21:00');
    expect(screen.queryByText('Enter a time.')).toBeNull();
  });

  it.each([
    ['that names an entry of a list', () => refuse([{ path: 'tags.0', message: 'Too long.' }]), 'Too long.'],
    ['that names no field', () => refuse([{ path: 'other', message: 'Too many.' }]), 'Too many.'],
    ['without an answer', () => api.answer('profile.updateOrganization', 'silence'), 'Failed to rename'],
  ])('says a refusal %s above the fields, until the next submission', async (_, answer, text) => {
    open();
    type('First', 'a');
    type('Name', 'b');
    answer();
    submit();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    accept();
    submit();
    expect(await screen.findByText('Renamed')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sends once at a time, and its button keeps the focus meanwhile', async () => {
    open();
    type('First', 'a');
    type('Name', 'b');
    accept();
    const release = api.hold('profile.updateOrganization');
    screen.getByRole('button', { name: 'Save' }).focus();
    submit();
    submit();
    const button = await screen.findByRole('button', { name: 'Saving...' });
    expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true']);
    submit();
    release();
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
    expect(sent()).toHaveLength(1);
  });

  it('stays busy when its screen goes away next', async () => {
    open('leaving');
    type('First', 'a');
    type('Name', 'b');
    accept();
    submit();
    expect(await screen.findByText('Renamed')).toBeTruthy();
    submit();
    expect(screen.getByRole('button', { name: 'Saving...' })).toBeTruthy();
    expect(sent()).toHaveLength(1);
  });

  it('posts before its script runs: nothing typed gets into the address', () => {
    open();
    expect(screen.getByRole<HTMLFormElement>('form').method).toBe('post');
  });
});

describe('a question', () => {
  function Question() {
    const [opened, setOpened] = useState(true);
    const leave = useAction(useTRPC().profile.stepDown.mutationOptions(), { failed: 'Failed to step down' });
    if (!opened) return null;
    return (
      <ConfirmDialog
        title="Step down"
        action="Step Down"
        busyAction="Stepping down..."
        failed="Failed to step down"
        onConfirm={() => leave.send()}
        onClose={() => setOpened(false)}
      >
        Are you sure?
      </ConfirmDialog>
    );
  }

  it('stays open with what failed, and closes when it is done', async () => {
    renderAppScreen(<Question />);
    const button = await screen.findByRole('button', { name: 'Step Down' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    api.answer('profile.stepDown', { error: 'last_admin', message: 'You are the last admin.' });
    fireEvent.click(button);
    expect((await screen.findByRole('alert')).textContent).toBe('You are the last admin.');
    api.answer('profile.stepDown', { value: undefined });
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('an action', () => {
  function Row() {
    const trpc = useTRPC();
    const profile = useQuery(trpc.profile.get.queryOptions());
    const end = useAction(trpc.profile.cancelEmailChange.mutationOptions(), {
      done: 'Canceled',
      failed: 'Failed to cancel',
      refresh: [trpc.profile.get.queryFilter()],
    });
    return (
      <button type="button" disabled={end.pending} onClick={() => void end.run()}>
        {profile.data?.position}
      </button>
    );
  }
  const answerPosition = (position: string) => api.answer('profile.get', { value: { position } });

  it('is pending until what it changes is loaded again, and says so', async () => {
    answerPosition('before');
    renderAppScreen(<Row />);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'before' });
    api.answer('profile.cancelEmailChange', { value: undefined });
    answerPosition('after');
    const release = api.hold('profile.get');
    fireEvent.click(button);
    expect(await screen.findByText('Canceled')).toBeTruthy();
    expect(button.disabled).toBe(true);
    release();
    await waitFor(() => expect([button.textContent, button.disabled]).toEqual(['after', false]));
  });

  it('says why it failed, and loads again what another person may have changed', async () => {
    answerPosition('before');
    renderAppScreen(<Row />);
    const button = await screen.findByRole('button', { name: 'before' });
    api.answer('profile.cancelEmailChange', { error: 'forbidden', message: 'Your role does not allow this.' });
    answerPosition('after');
    fireEvent.click(button);
    expect(await screen.findByText('Your role does not allow this.')).toBeTruthy();
    await waitFor(() => expect(button.textContent).toBe('after'));
  });
});
