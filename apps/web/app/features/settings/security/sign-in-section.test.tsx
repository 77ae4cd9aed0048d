import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { SignInSection } from './sign-in-section.tsx';
import type { TwoFactor } from './two-factor.ts';

const browser = vi.hoisted(() => ({ startRegistration: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => ({ startRegistration: browser.startRegistration }));

const api = useApiServer();
const ID = '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10';
const laptop = { id: ID, name: 'Laptop', createdAt: new Date('2026-11-02T10:00:00Z'), lastUsedAt: new Date('2026-11-19T08:12:00Z') };
const codes = Array.from({ length: 10 }, (_, n) => `4T7Q-0XKD-9MVB-R3H${n}`);

beforeEach(() => {
  browser.startRegistration.mockReset();
  vi.stubGlobal('PublicKeyCredential', class {});
});
afterEach(() => {
  clearScreen();
  vi.unstubAllGlobals();
});

const answerView = (changes: Record<string, unknown> = {}) =>
  api.answer('signIn.twoFactor', { value: { passkeys: [], appSince: null, recoveryCodesLeft: 0, proof: 'password', ...changes } });
const open = (changes: Partial<Record<keyof TwoFactor, unknown>> = {}) => {
  answerView(changes);
  renderAppScreen(<SignInSection />, { at: '/settings', path: '/settings' });
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const withApp = { appSince: new Date('2026-11-05T10:00:00Z'), recoveryCodesLeft: 8 };

describe('passkeys', () => {
  it('are listed with what is known of them', async () => {
    open({ passkeys: [laptop, { ...laptop, id: 'b', name: 'Key', lastUsedAt: null }] });
    const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(items[0]).toContain('Laptopadded 2026-11-02 · last used 2026-11-19 08:12');
    expect(items[1]).toContain('Keyadded 2026-11-02 · never used');
  });

  it('are made by the browser after the password, under the name that was given', async () => {
    open();
    await press('Add Passkey');
    const form = await dialog('Add Passkey');
    type(form.getByLabelText('Name'), ' Phone ');
    type(form.getByLabelText('Current Password'), 'correct horse');
    api.answer('signIn.beginPasskey', { value: { challengeId: ID, options: { challenge: 'c' } } });
    api.answer('signIn.addPasskey', { value: { passkey: laptop } });
    browser.startRegistration.mockResolvedValue({ id: 'key', rawId: 'key', type: 'public-key', response: {} });
    answerView({ passkeys: [{ ...laptop, name: 'Phone' }] });
    fireEvent.click(form.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Passkey added')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Rename Phone' })).toBeTruthy();
    expect(api.callsOf('signIn.beginPasskey')).toEqual([{ password: 'correct horse' }]);
    expect(api.callsOf('signIn.addPasskey')).toMatchObject([{ challengeId: ID, name: 'Phone', answer: { id: 'key' } }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('say why none was made, and keep the form', async () => {
    open();
    await press('Add Passkey');
    const form = await dialog('Add Passkey');
    type(form.getByLabelText('Name'), '');
    fireEvent.click(form.getByRole('button', { name: 'Continue' }));
    expect(await form.findByText('Enter a name.')).toBeTruthy();
    type(form.getByLabelText('Name'), 'Phone');
    fireEvent.click(form.getByRole('button', { name: 'Continue' }));
    expect(await form.findByText('Enter your current password.')).toBeTruthy();
    type(form.getByLabelText('Current Password'), 'wrong');
    api.answer('signIn.beginPasskey', { error: 'current_password_wrong', message: 'The current password is incorrect.' });
    fireEvent.click(form.getByRole('button', { name: 'Continue' }));
    expect(await form.findByText('The current password is incorrect.')).toBeTruthy();
    type(form.getByLabelText('Current Password'), 'right');
    api.answer('signIn.beginPasskey', { value: { challengeId: ID, options: { challenge: 'c' } } });
    const known = Object.assign(new Error('known'), { code: 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' });
    browser.startRegistration.mockRejectedValue(known);
    fireEvent.click(form.getByRole('button', { name: 'Continue' }));
    expect((await form.findByRole('alert')).textContent).toBe('This device already holds a passkey for your account.');
    expect(api.callsOf('signIn.addPasskey')).toEqual([]);
  });

  it('are renamed', async () => {
    open({ passkeys: [laptop] });
    await press('Rename Laptop');
    const form = await dialog('Rename Laptop');
    type(form.getByLabelText('Name'), 'Desk');
    api.answer('signIn.renamePasskey', { value: { passkey: laptop } });
    answerView({ passkeys: [{ ...laptop, name: 'Desk' }] });
    fireEvent.click(form.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByRole('button', { name: 'Remove Desk' })).toBeTruthy();
    expect(api.callsOf('signIn.renamePasskey')).toEqual([{ id: ID, name: 'Desk' }]);
  });

  it('are removed after a proof of identity', async () => {
    open({ passkeys: [laptop] });
    await press('Remove Laptop');
    const form = await dialog('Remove Laptop');
    type(form.getByLabelText('Current Password'), 'correct horse');
    api.answer('signIn.removePasskey', { error: 'last_sign_in', message: 'This is your only way to sign in.' });
    fireEvent.click(form.getByRole('button', { name: 'Remove' }));
    expect((await form.findByRole('alert')).textContent).toBe('This is your only way to sign in.');
    api.answer('signIn.removePasskey', { value: null });
    answerView();
    fireEvent.click(form.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/No passkeys yet/)).toBeTruthy();
    expect(api.callsOf('signIn.removePasskey').at(-1)).toEqual({ id: ID, password: 'correct horse' });
  });

  it('cannot be added where the browser has none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    open();
    expect(await screen.findByText(/Passkeys need a browser that supports them/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add Passkey' })).toBeNull();
  });
});

describe('the authenticator app', () => {
  it('is set up by password, QR code and a code, and hands out the recovery codes once', async () => {
    open();
    await press('Set Up');
    const first = await dialog('Set up an authenticator app');
    type(first.getByLabelText('Current Password'), 'correct horse');
    api.answer('signIn.beginTotp', { value: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Notafter:a?secret=JBSWY3DPEHPK3PXP' } });
    fireEvent.click(first.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();

    const second = await dialog('Set up an authenticator app');
    api.answer('signIn.confirmTotp', { error: 'second_factor_invalid', message: 'This code is not valid.' });
    type(second.getByLabelText('Code'), '000000');
    fireEvent.click(second.getByRole('button', { name: 'Turn On' }));
    expect(await second.findByText('This code is not valid.')).toBeTruthy();
    api.answer('signIn.confirmTotp', { value: { recoveryCodes: codes } });
    answerView(withApp);
    type(second.getByLabelText('Code'), '492039');
    fireEvent.click(second.getByRole('button', { name: 'Turn On' }));

    const shown = await dialog('Recovery codes');
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
    const file = decodeURIComponent(shown.getByRole('link', { name: 'Download' }).getAttribute('href') ?? '');
    for (const code of codes) expect(file).toContain(code);
    fireEvent.click(shown.getByRole('button', { name: 'I Saved Them' }));
    await waitFor(() => expect(screen.queryByText(codes[0] ?? '')).toBeNull());
    expect(await screen.findByText('8 of 10 left')).toBeTruthy();
    expect(api.callsOf('signIn.confirmTotp').at(-1)).toEqual({ code: '492039' });
  });

  it('is turned off by password or by a code', async () => {
    open(withApp);
    await press('Turn Off');
    const form = await dialog('Turn off the authenticator app');
    fireEvent.click(form.getByRole('button', { name: 'Use a code instead' }));
    api.answer('signIn.removeTotp', { error: 'second_factor_invalid', message: 'This code is not valid.' });
    type(form.getByLabelText('Code'), '000000');
    fireEvent.click(form.getByRole('button', { name: 'Turn Off' }));
    expect(await form.findByText('This code is not valid.')).toBeTruthy();
    fireEvent.click(form.getByRole('button', { name: 'Use your password instead' }));
    type(form.getByLabelText('Current Password'), 'correct horse');
    api.answer('signIn.removeTotp', { value: null });
    answerView();
    fireEvent.click(form.getByRole('button', { name: 'Turn Off' }));
    expect(await screen.findByText('Authenticator app turned off')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Set Up' })).toBeTruthy();
    expect(api.callsOf('signIn.removeTotp')).toEqual([{ code: '000000' }, { password: 'correct horse' }]);
  });

  it('gets other recovery codes', async () => {
    open(withApp);
    await press('Generate New Codes');
    const form = await dialog('Generate new recovery codes');
    type(form.getByLabelText('Current Password'), 'correct horse');
    api.answer('signIn.renewRecoveryCodes', { value: { recoveryCodes: codes } });
    answerView({ ...withApp, recoveryCodesLeft: 10 });
    fireEvent.click(form.getByRole('button', { name: 'Generate Codes' }));
    expect((await dialog('Recovery codes')).getAllByRole('listitem')).toHaveLength(10);
  });

  it('asks a person without a password for nothing, and says what it needs', async () => {
    open({ proof: 'sign-in' });
    await press('Set Up');
    const form = await dialog('Set up an authenticator app');
    expect(form.getByText('You have no password. This works for 15 minutes after you signed in.')).toBeTruthy();
    api.answer('signIn.beginTotp', { error: 'proof_required', message: 'Sign in again first.' });
    fireEvent.click(form.getByRole('button', { name: 'Continue' }));
    expect((await form.findByRole('alert')).textContent).toBe('Sign in again first.');
    expect(api.callsOf('signIn.beginTotp')).toEqual([{}]);
  });
});

it('offers a retry when it did not load', async () => {
  api.answer('signIn.twoFactor', { error: 'internal', message: 'oops' });
  renderAppScreen(<SignInSection />, { at: '/settings', path: '/settings' });
  expect((await screen.findByRole('alert')).textContent).toContain('Passkeys did not load');
  answerView();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/No passkeys yet/)).toBeTruthy();
});
