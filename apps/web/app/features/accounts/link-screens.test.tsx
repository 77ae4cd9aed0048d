import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Activation } from './activation.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

const api = useApiServer();
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('account activation', () => {
  const open = () => renderScreen(<Activation token="link.mac" />, { path: '/activate/:token', at: '/activate/link.mac' });

  it('says that it works, then the server’s message with a way to sign in, and leads there after 3 seconds', async () => {
    api.answer('accounts.activate', { value: { message: 'Your account is active.' } });
    open();
    expect(screen.getByText('Activating your account...')).toBeTruthy();
    expect(await screen.findByText('Your account is active.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/');
    expect(screen.queryByText('Activating your account...')).toBeNull();
    act(() => void vi.advanceTimersByTime(3100));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(api.calls).toEqual([{ token: 'link.mac' }]);
  });

  it.each([
    [{ error: 'link_used', message: 'This link was already used.' }, 'This link was already used.'],
    [{ error: 'internal', message: 'Something went wrong on our side.' }, 'Activation failed.'],
    ['silence', 'Failed to activate account. Please try again.'],
  ] as const)('says of a failure %o: %s', async (answer, text) => {
    api.answer('accounts.activate', answer);
    open();
    expect(await screen.findByText(text)).toBeTruthy();
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.queryByText('elsewhere')).toBeNull();
  });
});

describe('reset password', () => {
  const done = {
    message: 'Password reset successfully! Redirecting to login...',
    ended: { tokens: 0, apiKeys: 0 },
    remaining: [],
    removed: { passkeys: 0, identities: 0 },
    remainingSignInMethods: [],
  };
  const submit = (password: string, confirmation: string, { revoke = false, remove = false } = {}) => {
    renderScreen(<ResetPasswordForm token="link.mac" />, { path: '/reset-password/:token', at: '/reset-password/link.mac' });
    fireEvent.change(screen.getByLabelText('New Password'), { target: { value: password } });
    fireEvent.change(screen.getByLabelText('Confirm Password'), { target: { value: confirmation } });
    if (revoke) fireEvent.click(screen.getByRole('checkbox', { name: 'Also revoke my tokens and the API keys I created' }));
    if (remove) fireEvent.click(screen.getByRole('checkbox', { name: 'Also remove my passkeys and linked GitHub and Google accounts' }));
    fireEvent.click(screen.getByRole('button', { name: 'Reset Password' }));
  };

  it.each([
    ['', '', 'Please fill out all fields.'],
    ['abcdef', 'abcdeg', 'Passwords do not match.'],
  ])('refuses "%s" and "%s" by itself: %s', (password, confirmation, text) => {
    submit(password, confirmation);
    expect(screen.getByText(text)).toBeTruthy();
    expect(api.calls).toEqual([]);
  });

  it.each([
    { error: 'password_too_short', message: 'Password must be at least 12 characters long.' },
    { error: 'password_too_common', message: 'This password is too common. Choose another password.' },
  ] as const)('says at the field what the installation asks of a password: %o', async (answer) => {
    api.answer('accounts.resetPassword', answer);
    submit('abc', 'abc');
    expect(await screen.findByText(answer.message)).toBeTruthy();
    const field = screen.getByLabelText('New Password');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is busy, says that it is done and leads to sign-in after 2 seconds', async () => {
    api.answer('accounts.resetPassword', { value: done });
    submit('correct horse', 'correct horse');
    expect(screen.getByRole('button', { name: 'Resetting...' })).toBeTruthy();
    expect((await screen.findByRole('status')).textContent).toBe('Password reset successfully! Redirecting to login...');
    act(() => void vi.advanceTimersByTime(2100));
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(api.calls).toEqual([{ token: 'link.mac', password: 'correct horse', endCredentials: false, removeSignInMethods: false }]);
  });

  it('revokes tokens and API keys on request', async () => {
    api.answer('accounts.resetPassword', { value: done });
    submit('correct horse', 'correct horse', { revoke: true });
    await screen.findByRole('status');
    expect(api.calls).toEqual([{ token: 'link.mac', password: 'correct horse', endCredentials: true, removeSignInMethods: false }]);
  });

  it('removes passkeys and linked accounts on request', async () => {
    api.answer('accounts.resetPassword', { value: done });
    submit('correct horse', 'correct horse', { remove: true });
    await screen.findByRole('status');
    expect(api.calls).toMatchObject([{ endCredentials: false, removeSignInMethods: true }]);
  });

  const since = new Date('2026-11-18T08:00:00Z');
  const passkey = { kind: 'passkey', name: 'Laptop', since } as const;
  const github = { kind: 'github', name: 'eve@example.com', since } as const;
  const app = { kind: 'authenticator-app', name: null, since } as const;
  it.each([
    [
      [passkey, github],
      'These ways to sign in still work.',
      [/^Passkey Laptop, added 2026-11-18/, /^GitHub account eve@example\.com, added/],
    ],
    [
      [passkey, app],
      'Your authenticator app stays on, so you sign in with a code.',
      [/^Passkey Laptop, added/, /^Authenticator app, added 2026/],
    ],
  ] as const)('names the ways to sign in that stay, and stays for them to be read: %o', async (remainingSignInMethods, text, items) => {
    api.answer('accounts.resetPassword', { value: { ...done, remainingSignInMethods } });
    submit('correct horse', 'correct horse');
    expect((await screen.findByRole('status')).textContent).toBe('Password reset successfully!');
    expect(screen.getByText(text, { exact: false })).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(items.map((item) => expect.stringMatching(item)));
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.queryByText('elsewhere')).toBeNull();
  });

  it('names the tokens and API keys that still work, and stays for them to be read', async () => {
    const createdAt = new Date('2026-11-18T08:00:00Z');
    const remaining = [
      { kind: 'token', name: 'Backup', ending: 'x7Qf', createdAt, lastUsedAt: null },
      { kind: 'api-key', name: 'Deploy', ending: 'a1B2', createdAt, lastUsedAt: createdAt },
    ] as const;
    api.answer('accounts.resetPassword', { value: { ...done, remaining } });
    submit('correct horse', 'correct horse');
    expect((await screen.findByRole('status')).textContent).toBe('Password reset successfully!');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Token Backup \(…x7Qf\), created 2026-11-18/),
      expect.stringMatching(/^API key Deploy \(…a1B2\), created 2026-11-18/),
    ]);
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.queryByText('elsewhere')).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  });

  it.each([
    [
      { error: 'link_expired', message: 'This link has expired. Please request a new one.' },
      'This link has expired. Please request a new one.',
    ],
    [{ error: 'internal', message: 'Something went wrong on our side.' }, 'Failed to reset password.'],
    ['silence', 'Failed to reset password. Please try again.'],
  ] as const)('says of a failure %o: %s', async (answer, text) => {
    api.answer('accounts.resetPassword', answer);
    submit('correct horse', 'correct horse');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });
});
