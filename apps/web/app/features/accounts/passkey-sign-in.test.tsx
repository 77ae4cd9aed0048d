import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SignInForm } from './sign-in-form.tsx';

const browser = vi.hoisted(() => ({ startAuthentication: vi.fn(), cancelCeremony: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: browser.startAuthentication,
  WebAuthnAbortService: { cancelCeremony: browser.cancelCeremony },
}));

const api = useApiServer();
const answer = { id: 'key', rawId: 'key', type: 'public-key', response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } };
const question = { challengeId: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10', options: { challenge: 'c' } };
beforeEach(() => {
  browser.startAuthentication.mockReset();
  browser.cancelCeremony.mockReset();
  api.answer('signIn.beginPasskeyLogin', { value: question });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (passkeys = true) => renderScreen(<SignInForm oauth={{ github: false, google: false }} passkeys={passkeys} />);
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));

describe('the button', () => {
  it('signs in without an address', async () => {
    browser.startAuthentication.mockResolvedValue(answer);
    api.answer('signIn.withPasskey', { value: { user: {} } });
    open();
    press();
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(browser.startAuthentication).toHaveBeenCalledExactlyOnceWith({ optionsJSON: question.options });
    expect(api.callsOf('signIn.withPasskey')).toMatchObject([{ challengeId: question.challengeId, answer: { id: 'key' } }]);
  });

  it('says what to do when the person thinks better of it', async () => {
    browser.startAuthentication.mockRejectedValue(
      Object.assign(new Error('The operation either timed out or was not allowed.'), { name: 'NotAllowedError' }),
    );
    open();
    press();
    expect((await screen.findByRole('alert')).textContent).toBe('No passkey was used. Try again, or sign in with your password.');
    expect(api.callsOf('signIn.withPasskey')).toEqual([]);
  });

  it.each([
    ['passkey_invalid', 'This passkey could not be verified.'],
    ['passkey_expired', 'That took too long. Please try again.'],
    ['rate_limited', 'Too many attempts. Please wait and try again.'],
  ] as const)('says of %s its own text', async (error, message) => {
    browser.startAuthentication.mockResolvedValue(answer);
    api.answer('signIn.withPasskey', { error, message });
    open();
    press();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });

  it('is not there where browsers would refuse', () => {
    open(false);
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});

describe('the suggestions of the address field', () => {
  beforeEach(() => {
    vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
  });

  it('offer passkeys, and a picked one signs in', async () => {
    browser.startAuthentication.mockResolvedValue(answer);
    api.answer('signIn.withPasskey', { value: { user: {} } });
    open();
    expect(screen.getByLabelText<HTMLInputElement>('Email').getAttribute('autocomplete')).toBe('username webauthn');
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(browser.startAuthentication).toHaveBeenCalledExactlyOnceWith({ optionsJSON: question.options, useBrowserAutofill: true });
  });

  it('ask again after a refusal, which is shown', async () => {
    browser.startAuthentication.mockResolvedValueOnce(answer).mockReturnValueOnce(new Promise(() => undefined));
    api.answer('signIn.withPasskey', { error: 'passkey_expired', message: 'That took too long. Please try again.' });
    open();
    expect((await screen.findByRole('alert')).textContent).toBe('That took too long. Please try again.');
    await waitFor(() => expect(browser.startAuthentication).toHaveBeenCalledTimes(2));
  });

  it('say nothing when the server cannot ask, and stop with the screen', async () => {
    api.answer('signIn.beginPasskeyLogin', { error: 'rate_limited', message: 'Too many attempts.' });
    const { unmount } = open();
    await waitFor(() => expect(api.callsOf('signIn.beginPasskeyLogin')).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    unmount();
    api.answer('signIn.beginPasskeyLogin', { value: question });
    browser.startAuthentication.mockReturnValue(new Promise(() => undefined));
    const again = open();
    await waitFor(() => expect(browser.startAuthentication).toHaveBeenCalledTimes(1));
    again.unmount();
    expect(browser.cancelCeremony).toHaveBeenCalledTimes(1);
  });
});
