import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SignInForm } from './sign-in-form.tsx';

const api = useApiServer();
afterEach(() => {
  cleanup();
  globalThis.history.replaceState(null, '', '/');
});

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const open = () => renderScreen(<SignInForm oauth={{ github: false, google: false }} passkeys={false} />);
const question = { challenge: 'id.secret', expiresAt: new Date('2026-11-20T09:41:00Z') };

const firstStep = async () => {
  api.answer('accounts.login', { value: { state: 'second-factor', question } });
  open();
  type('Email', 'maren@harborline.example');
  type('Password', 'correct horse');
  press('Sign In');
  await screen.findByRole('heading', { name: 'Two-factor authentication' });
};

describe('the second step', () => {
  beforeEach(firstStep);

  it('asks for the code, where phones and password managers fill it in, and goes on', async () => {
    const field = screen.getByLabelText<HTMLInputElement>('Code');
    expect([field.autocomplete, field.inputMode, document.activeElement === field]).toEqual(['one-time-code', 'numeric', true]);
    api.answer('signIn.finish', { value: { user: {} } });
    type('Code', '492039');
    press('Sign In');
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(api.callsOf('signIn.finish')).toEqual([{ challenge: 'id.secret', code: '492039' }]);
  });

  it('says at the field what is wrong, and takes another code', async () => {
    press('Sign In');
    expect(screen.getByText('Enter the code.')).toBeTruthy();
    expect(api.callsOf('signIn.finish')).toEqual([]);
    api.answer('signIn.finish', { error: 'second_factor_invalid', message: 'This code is not valid.' });
    type('Code', '000000');
    press('Sign In');
    expect(await screen.findByText('This code is not valid.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('takes a recovery code instead', async () => {
    press('Use a recovery code');
    expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'));
    api.answer('signIn.finish', { value: { user: {} } });
    type('Recovery code', '4T7Q-0XKD-9MVB-R3HE');
    press('Sign In');
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(api.callsOf('signIn.finish')).toEqual([{ challenge: 'id.secret', code: '4T7Q-0XKD-9MVB-R3HE' }]);
  });

  it('leads back to the first step when it took too long, with what was typed there', async () => {
    api.answer('signIn.finish', { error: 'second_factor_expired', message: 'Signing in took too long. Please sign in again.' });
    type('Code', '492039');
    press('Sign In');
    expect((await screen.findByRole('alert')).textContent).toBe('Signing in took too long. Please sign in again.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maren@harborline.example');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  it('says when to wait, and leads back on request', async () => {
    api.answer('signIn.finish', { error: 'rate_limited', message: 'Too many attempts. Please wait and try again.' });
    type('Code', '492039');
    press('Sign In');
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Please wait and try again.');
    press('Back to sign in');
    expect(screen.getByRole('heading', { name: 'Welcome Back' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('begins with the second step when a provider was the first, and takes the challenge out of the address', async () => {
  globalThis.history.replaceState(null, '', '/#second-factor=of.provider');
  open();
  await screen.findByRole('heading', { name: 'Two-factor authentication' });
  expect(globalThis.location.hash).toBe('');
  api.answer('signIn.finish', { value: { user: {} } });
  type('Code', '492039');
  press('Sign In');
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  expect(api.callsOf('signIn.finish')).toEqual([{ challenge: 'of.provider', code: '492039' }]);
});
