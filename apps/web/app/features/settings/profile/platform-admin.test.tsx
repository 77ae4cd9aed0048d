import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ConfirmMailboxPage } from './confirm-mailbox-page.tsx';
import { PlatformAdminSection } from './platform-admin-section.tsx';
import { sampleProfile } from './testing/samples.ts';
import type { Profile } from './types.ts';

const api = useApiServer();
afterEach(cleanup);

describe('the administration section of the profile', () => {
  const open = (platformAdmin: Profile['platformAdmin']) =>
    renderScreen(<PlatformAdminSection profile={sampleProfile({ platformAdmin })} />, { path: '/settings', at: '/settings' });

  it('is absent for a person who is not listed', () => {
    open('none');
    expect(screen.queryByText('Administration')).toBeNull();
  });

  it('offers a link to a person with an unconfirmed mailbox, and says where to open it', async () => {
    open('unproven');
    expect(screen.getByText(/maren@harborline\.example is listed as an administrator of this installation\./)).toBeTruthy();
    api.answer('accounts.requestMailboxProof', { value: { message: 'We sent a link to maren@harborline.example.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send Confirmation Link' }));
    expect((await screen.findByRole('status')).textContent).toBe('We sent a link to maren@harborline.example.');
  });

  it('says why no link was sent', async () => {
    open('unproven');
    api.answer('accounts.requestMailboxProof', { error: 'rate_limited', message: 'Too many attempts. Please wait and try again.' });
    fireEvent.click(screen.getByRole('button', { name: 'Send Confirmation Link' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Please wait and try again.');
  });

  it('asks for nothing else once it is confirmed', () => {
    open('proven');
    expect(screen.getByText('You are an administrator of this installation.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the page behind the link', () => {
  const open = (signedIn: boolean) =>
    renderScreen(<ConfirmMailboxPage token="link.mac" signedIn={signedIn} />, {
      path: '/confirm-mailbox/:token',
      at: '/confirm-mailbox/link.mac',
    });

  it('confirms by its button alone', async () => {
    open(true);
    expect(api.calls).toEqual([]);
    api.answer('accounts.proveMailbox', { value: { message: 'Your mailbox is confirmed.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('status')).textContent).toBe('Your mailbox is confirmed.');
    expect(api.callsOf('accounts.proveMailbox')).toEqual([{ token: 'link.mac' }]);
  });

  it('says why it could not', async () => {
    open(true);
    api.answer('accounts.proveMailbox', { error: 'link_used', message: 'This link was already used. Please request a new one.' });
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This link was already used. Please request a new one.'));
  });

  it('asks a stranger to sign in first', () => {
    open(false);
    expect(screen.getByText('Sign in first, then open the link again in this browser.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });
});
