import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const api = useApiServer();
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const reachDetails = () => {
  renderScreen(<SignUpForm oauth={{ github: false, google: false }} />, { path: '/signup', at: '/signup' });
  type('Work Email', 'maren@harborline.example');
  press('Continue');
};

const create = () => {
  reachDetails();
  type('First Name', 'Maren');
  type('Last Name', 'Voss');
  type('Password', 'correct horse');
  press('Create Account');
};

it.each(['', 'maren', 'maren @harborline.example', 'maren@harborline'])('stays at the first step with the address "%s"', (address) => {
  renderScreen(<SignUpForm oauth={{ github: false, google: false }} />, { path: '/signup', at: '/signup' });
  type('Work Email', address);
  press('Continue');
  expect(screen.getByText('Please enter a valid email address.')).toBeTruthy();
  expect(screen.queryByLabelText('First Name')).toBeNull();
});

it('asks for all details before it asks the server', () => {
  reachDetails();
  expect(document.activeElement).toBe(screen.getByLabelText('First Name'));
  type('First Name', 'Maren');
  press('Create Account');
  expect(screen.getByRole('alert').textContent).toBe('Please fill out all fields.');
  expect(document.activeElement).toBe(screen.getByLabelText('Last Name'));
  expect(api.calls).toEqual([]);
});

it('says what comes next and leads to sign-in after 3 seconds', async () => {
  api.answer('accounts.register', { value: { message: 'Registration successful! Check your email for verification.' } });
  create();
  expect((await screen.findByRole('status')).textContent).toBe('Registration successful! Check your email for verification.');
  act(() => void vi.advanceTimersByTime(3000));
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  expect(api.calls).toEqual([{ firstName: 'Maren', lastName: 'Voss', email: 'maren@harborline.example', password: 'correct horse' }]);
});

describe('a refused registration', () => {
  it.each([
    ['email_exists', 'Email already exists. Try signing in instead.', 'Email already exists. Try signing in instead.'],
    ['rate_limited', 'Too many attempts. Please wait and try again.', 'Too many attempts. Please wait and try again.'],
    ['internal', 'Something went wrong on our side. Please try again.', 'Registration failed. Please try again.'],
  ] as const)('for %s says the documented text', async (error, message, text) => {
    api.answer('accounts.register', { error, message });
    create();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('says at the password what is wrong with it', async () => {
    api.answer('accounts.register', { error: 'password_too_common', message: 'This password is too common. Choose another password.' });
    create();
    await screen.findByText('This password is too common. Choose another password.');
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });

  it('says the one sentence when no answer came', async () => {
    api.answer('accounts.register', 'silence');
    create();
    expect((await screen.findByRole('alert')).textContent).toBe('Registration failed. Please try again.');
  });
});

it('keeps the address when going back to change it', () => {
  reachDetails();
  press('Change');
  expect(screen.getByLabelText<HTMLInputElement>('Work Email').value).toBe('maren@harborline.example');
});
