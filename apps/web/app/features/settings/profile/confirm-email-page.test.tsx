import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ConfirmEmailPage } from './confirm-email-page.tsx';
import { sampleChange } from './testing/samples.ts';
import type { EmailChange } from './types.ts';

const api = useApiServer();
afterEach(cleanup);

const open = (change: EmailChange | null) => renderScreen(<ConfirmEmailPage token="id.mac" change={change} />);
const confirmButton = () => screen.queryByRole('button', { name: 'Confirm' });

describe('a link that is open', () => {
  it('confirms with the button only, and says whose mail is next', async () => {
    open(sampleChange());
    expect(screen.getByText(/Change the address of your account to/)).toBeTruthy();
    expect(api.calls).toEqual([]);
    api.answer('profile.confirmEmailChange', { value: sampleChange({ confirmed: true }) });
    fireEvent.click(confirmButton() ?? expect.fail('no button'));
    expect(await screen.findByText(/Now open the email we sent to m\.voss@harborline\.example/)).toBeTruthy();
    expect(confirmButton()).toBeNull();
    expect(api.calls).toEqual([{ token: 'id.mac' }]);
  });

  it('puts the address in force at the last mailbox', async () => {
    open(sampleChange({ side: 'new', otherConfirmed: true }));
    api.answer('profile.confirmEmailChange', {
      value: sampleChange({ side: 'new', state: 'in-force', confirmed: true, otherConfirmed: true }),
    });
    fireEvent.click(confirmButton() ?? expect.fail('no button'));
    expect((await screen.findByRole('status')).textContent).toContain('Your account now uses m.voss@harborline.example');
  });

  it('says why the server refuses, and lets it be tried again', async () => {
    open(sampleChange({ side: 'new' }));
    api.answer('profile.confirmEmailChange', { error: 'email_exists', message: 'This address already has an account.' });
    fireEvent.click(confirmButton() ?? expect.fail('no button'));
    expect((await screen.findByRole('alert')).textContent).toContain('This address already has an account.');
    expect(confirmButton()).not.toBeNull();
  });
});

it.each([
  [null, /no longer valid/],
  [sampleChange({ state: 'expired' }), /has expired/],
  [sampleChange({ confirmed: true }), /You confirmed from this address/],
  [sampleChange({ state: 'in-force', confirmed: true, otherConfirmed: true }), /Your account now uses/],
] as const)('asks nothing more of %o', (change, text) => {
  open(change);
  expect(screen.getByText(text)).toBeTruthy();
  expect(confirmButton()).toBeNull();
});

it('says so where the change was taken back while the page stood open', async () => {
  open(sampleChange());
  api.answer('profile.confirmEmailChange', { error: 'link_invalid', message: 'This link is not valid.' });
  fireEvent.click(confirmButton() ?? expect.fail('no button'));
  expect(await screen.findByText(/no longer valid/)).toBeTruthy();
  expect(confirmButton()).toBeNull();
});
