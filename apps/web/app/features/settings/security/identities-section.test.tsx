import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { IdentitiesSection } from './identities-section.tsx';

const api = useApiServer();
afterEach(() => {
  clearScreen();
  vi.restoreAllMocks();
});

const linked = { email: 'mona@example.com', linkedAt: new Date('2026-11-02T10:00:00Z'), removable: true };
const github = { provider: 'github', configured: true, linked };
const google = { provider: 'google', configured: true, linked: null };

const twoFactor = { passkeys: [], proof: 'password', appSince: null, recoveryCodesLeft: 0 };

const open = (identities: readonly unknown[], at = '/settings?tab=0') => {
  api.answer('identities.list', { value: { identities } });
  api.answer('signIn.twoFactor', { value: twoFactor });
  renderAppScreen(<IdentitiesSection />, { at, path: '/settings' });
};

it('shows each provider with its account, or that none is linked', async () => {
  open([github, google]);
  const panel = await screen.findByRole('region', { name: 'Linked Accounts' });
  expect(within(panel).getByText(/mona@example\.com, linked/)).toBeTruthy();
  expect(within(panel).getByText('2026-11-02')).toBeTruthy();
  expect(within(panel).getByText('Not linked')).toBeTruthy();
});

it('is not there where no provider is offered or linked', async () => {
  open([]);
  await waitFor(() => expect(api.callsOf('identities.list')).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});

const prove = async (dialog: HTMLElement, action: string) => {
  fireEvent.change(within(dialog).getByLabelText('Current Password'), { target: { value: 'correct horse' } });
  fireEvent.click(within(dialog).getByRole('button', { name: action }));
};

it('goes to the provider to link it, after another proof of identity', async () => {
  const assign = vi.spyOn(globalThis.location, 'assign').mockImplementation(() => undefined);
  open([google]);
  api.answer('identities.link', { value: { url: 'https://google.example/authorize?state=x' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Link Google' }));
  await prove(await screen.findByRole('dialog'), 'Continue');
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://google.example/authorize?state=x'));
  expect(api.callsOf('identities.link')).toEqual([{ provider: 'google', password: 'correct horse' }]);
});

it('says why the provider cannot be reached', async () => {
  open([google]);
  api.answer('identities.link', { error: 'oauth_unavailable', message: 'The sign-in service did not answer.' });
  fireEvent.click(await screen.findByRole('button', { name: 'Link Google' }));
  const dialog = await screen.findByRole('dialog');
  await prove(dialog, 'Continue');
  expect((await within(dialog).findByRole('alert')).textContent).toBe('The sign-in service did not answer.');
});

it('asks before it removes', async () => {
  open([github]);
  api.answer('identities.remove', { value: null });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove GitHub' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('This GitHub account can no longer be used to sign in. You stay signed in here.')).toBeTruthy();
  api.answer('identities.list', { value: { identities: [{ ...github, linked: null }] } });
  await prove(dialog, 'Remove');
  expect(await screen.findByText('Not linked')).toBeTruthy();
  expect(api.callsOf('identities.remove')).toEqual([{ provider: 'github', password: 'correct horse' }]);
});

it('keeps the only way in, and says what to do first', async () => {
  open([{ ...github, linked: { ...linked, removable: false } }]);
  expect(await screen.findByText(/set a password or add a passkey before you remove it/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says that a linked provider is not offered any more', async () => {
  open([{ ...github, configured: false }]);
  expect(await screen.findByText(/This server no longer offers it/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove GitHub' })).toBeTruthy();
});

describe('coming back from the provider', () => {
  it('brings what came of it into view', async () => {
    open([github], '/settings?tab=0&linked=github');
    const notice = await screen.findByRole('status');
    expect(notice.textContent).toBe('GitHub is linked. You can sign in with it.');
    await waitFor(() => expect(document.activeElement?.contains(notice)).toBe(true));
  });

  it('says why it failed', async () => {
    open([google], '/settings?tab=0&error=identity_taken');
    expect((await screen.findByRole('alert')).textContent).toBe('That account is linked to another person here.');
  });
});

it('offers a retry when the list did not load', async () => {
  api.answer('identities.list', { error: 'internal', message: 'oops' });
  api.answer('signIn.twoFactor', { value: twoFactor });
  renderAppScreen(<IdentitiesSection />, { at: '/settings', path: '/settings' });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load linked accounts');
  api.answer('identities.list', { value: { identities: [github] } });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/mona@example\.com/)).toBeTruthy();
});
