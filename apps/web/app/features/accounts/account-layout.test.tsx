import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearScreen } from '../../testing/render-app-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { AccountLayout } from './account-layout.tsx';

afterEach(() => {
  clearScreen();
  vi.unstubAllGlobals();
});

const show = (publicUrl: string, sendsMail = true) =>
  renderScreen(
    <AccountLayout sendsMail={sendsMail} publicUrl={publicUrl}>
      Sign in
    </AccountLayout>,
  );

it.each([true, false])('says where mail lies while none is sent: %s', (sendsMail) => {
  show(window.location.origin, sendsMail);
  expect(screen.queryByText(/No mail server is configured/) === null).toBe(sendsMail);
});

it('says once that the session has ended', () => {
  window.localStorage.setItem('session_ended', 'yes');
  show(window.location.origin);
  expect(screen.getByRole('status').textContent).toMatch(/^Your session has ended\. Sign in to continue/);
  clearScreen();
  show(window.location.origin);
  expect(screen.queryByRole('status')).toBeNull();
});

describe('an address that is not PUBLIC_URL', () => {
  it('over plain http is told apart, with the one that works', () => {
    vi.stubGlobal('isSecureContext', false);
    show('https://certs.example.com');
    expect(screen.getByRole('alert').textContent).toContain(`https://certs.example.com, not at ${window.location.origin}`);
    expect(screen.getByRole('link', { name: 'https://certs.example.com' }).getAttribute('href')).toBe('https://certs.example.com');
  });

  it('is not reported if the browser says that writes come from our page', () => {
    vi.stubGlobal('isSecureContext', true);
    show('https://certs.example.com');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not the one of PUBLIC_URL, regardless of its path', () => {
    vi.stubGlobal('isSecureContext', false);
    show(`${window.location.origin}/`);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
