import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { CreatePasswordForm, type Prefilled } from './create-password-form.tsx';

const api = useApiServer();
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const prefilled = { email: 'elif@harborline.example', orgId: '0198b5a0-0000-7000-8000-00000000000f', code: '0198b5a0.mac' };
const open = (given: Prefilled = prefilled) =>
  renderScreen(<CreatePasswordForm prefilled={given} />, { path: '/create-password', at: '/create-password' });
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const activate = () => fireEvent.click(screen.getByRole('button', { name: 'Activate Account' }));
const done = 'Account successfully created and activated. Redirecting to login page...';

it('is prefilled from the address, uses nothing up by being opened, and leads to sign-in after 3 seconds', async () => {
  api.answer('team.acceptInvitation', { value: { message: done } });
  open();
  const values = ['Email', 'Organization ID', 'Confirmation Code'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
  expect(values).toEqual([prefilled.email, prefilled.orgId, prefilled.code]);
  expect(screen.getByRole('link', { name: 'Click here to log in' }).getAttribute('href')).toBe('/');
  expect(api.calls).toEqual([]);
  fill('Password', 'staple paperclip sunrise');
  const release = api.hold('team.acceptInvitation');
  activate();
  expect(await screen.findByRole('button', { name: 'Activating...' })).toBeTruthy();
  release();
  expect((await screen.findByRole('status')).textContent).toBe(done);
  expect(api.calls).toEqual([{ ...prefilled, password: 'staple paperclip sunrise' }]);
  act(() => void vi.advanceTimersByTime(3100));
  expect(await screen.findByText('elsewhere')).toBeTruthy();
});

it.each([
  [{ ...prefilled, email: ' ' }, 'x', 'Email'],
  [{ ...prefilled, orgId: '' }, 'x', 'Organization ID'],
  [{ ...prefilled, code: '' }, 'x', 'Confirmation Code'],
  [prefilled, '', 'Password'],
])('needs all four fields: %o %j', (given, password, label) => {
  open(given);
  fill('Password', password);
  activate();
  expect(screen.getByRole('alert').textContent).toBe('Please fill out all fields.');
  expect(document.activeElement).toBe(screen.getByLabelText(label));
  expect(api.calls).toEqual([]);
});

const used = 'The confirmation code was used or expired. Please, try again or ask for a new invitation.';
const notFound = 'The email address was not found. Please, try again or ask for a new invitation.';

describe('a refusal', () => {
  it.each([
    [{ error: 'invitation_used', message: used }, used, 'expired'],
    [{ error: 'invitation_not_found', message: notFound }, notFound, 'warning'],
    [
      { error: 'user_limit', message: 'This organization has no free seat any more.' },
      'This organization has no free seat any more.',
      'expired',
    ],
    [
      { error: 'rate_limited', message: 'Too many attempts. Please wait and try again.' },
      'Too many attempts. Please wait and try again.',
      'expired',
    ],
    [{ error: 'internal', message: 'Something went wrong on our side.' }, 'An error occurred. Please, try again.', 'expired'],
    ['silence', 'An error occurred. Please, try again.', 'expired'],
  ] as const)('is shown above the form: %o', async (answer, text, tone) => {
    api.answer('team.acceptInvitation', answer);
    open();
    fill('Password', 'staple paperclip sunrise');
    activate();
    const alert = await screen.findByRole('alert');
    expect([alert.textContent, alert.getAttribute('data-tone')]).toEqual([text, tone]);
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.queryByText('elsewhere')).toBeNull();
  });

  it('of the password is shown at its field, and another try is possible', async () => {
    const message = 'This password is too common. Choose another password.';
    api.answer('team.acceptInvitation', { error: 'password_too_common', message });
    open();
    fill('Password', 'password');
    activate();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    api.answer('team.acceptInvitation', { value: { message: done } });
    fill('Password', 'staple paperclip sunrise');
    activate();
    expect(await screen.findByText(done)).toBeTruthy();
  });
});
