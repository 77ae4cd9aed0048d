import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SignInForm } from './sign-in-form.tsx';

const api = useApiServer();
afterEach(cleanup);

const none = { github: false, google: false };
const open = (at = '/') => renderScreen(<SignInForm oauth={none} passkeys={false} />, { at });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const signIn = (email: string, password: string) => {
  type('Email', email);
  type('Password', password);
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
};

it('goes to the certificates after the right password', async () => {
  api.answer('accounts.login', { value: { user: {} } });
  open();
  signIn('maren@harborline.example', 'correct horse');
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  expect(api.calls).toEqual([{ email: 'maren@harborline.example', password: 'correct horse' }]);
});

describe('a refused sign-in', () => {
  it.each([
    ['invalid_credentials', 'Invalid email or password. Please try again.'],
    ['not_activated', 'Account not activated. Please check your email for activation link.'],
    ['rate_limited', 'Too many attempts. Please wait and try again.'],
  ] as const)('for %s says its own text', async (error, message) => {
    api.answer('accounts.login', { error, message });
    open();
    signIn('maren@harborline.example', 'wrong');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });

  it('blames the connection, not the password, when no answer came', async () => {
    api.answer('accounts.login', 'silence');
    open();
    signIn('maren@harborline.example', 'right');
    expect((await screen.findByRole('alert')).textContent).toBe('The server did not answer. Check your connection and try again.');
  });

  it('keeps what was typed and puts the focus on the password', async () => {
    api.answer('accounts.login', { error: 'invalid_credentials', message: 'no' });
    open();
    signIn('maren@harborline.example', 'wrong');
    await screen.findByRole('alert');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maren@harborline.example');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });
});

it('asks the server nothing before both fields are filled, and leads to the first that is not', () => {
  open();
  signIn('', '');
  const email = screen.getByLabelText('Email');
  expect(document.activeElement).toBe(email);
  expect(email.getAttribute('aria-invalid')).toBe('true');
  const described = (email.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(described).toContain('Enter your email address.');
  expect(api.calls).toEqual([]);
});

it('says that the sign-in by another account failed', () => {
  open('/?error=oauth');
  expect(screen.getByRole('alert').textContent).toBe('OAuth authentication failed. Please try again.');
});

it('says what else went wrong with it, and that a link waits for the right password', () => {
  open('/?error=oauth_email_unverified');
  expect(screen.getByRole('alert').textContent).toMatch(/no verified email address/);
  cleanup();
  const pendingLink = { provider: 'github', email: 'mona@example.com' } as const;
  renderScreen(<SignInForm oauth={none} passkeys={false} pendingLink={pendingLink} />);
  expect(screen.getByRole('status').textContent).toBe(
    'There is an account for mona@example.com already. Sign in to it once, and GitHub is linked.',
  );
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mona@example.com');
});

it('offers only the providers that are set up, as full page loads', () => {
  renderScreen(<SignInForm oauth={{ github: true, google: false }} passkeys={false} />);
  expect(screen.getByRole('link', { name: 'Continue with GitHub' }).getAttribute('href')).toBe('/v1/auth/github');
  expect(screen.queryByRole('link', { name: 'Continue with Google' })).toBeNull();
});

it('shows the password on demand', () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
});

describe('a forgotten password', () => {
  const ask = () => {
    open();
    type('Email', 'maren@harborline.example');
    fireEvent.click(screen.getByRole('button', { name: 'Forgot Password?' }));
    fireEvent.click(screen.getByRole('button', { name: 'Send Reset Link' }));
  };

  it('sends a link to the address already typed', async () => {
    api.answer('accounts.requestPasswordReset', { value: { message: 'any' } });
    ask();
    expect((await screen.findByRole('status')).textContent).toBe('Password reset link sent to your email.');
    expect(api.calls).toEqual([{ email: 'maren@harborline.example' }]);
  });

  it('says sent for any completed request, so that it reveals no accounts', async () => {
    api.answer('accounts.requestPasswordReset', { error: 'internal', message: 'oops' });
    ask();
    expect((await screen.findByRole('status')).textContent).toBe('Password reset link sent to your email.');
  });

  it('says so when the network failed', async () => {
    api.answer('accounts.requestPasswordReset', 'silence');
    ask();
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to send reset email. Please try again.');
  });
});
