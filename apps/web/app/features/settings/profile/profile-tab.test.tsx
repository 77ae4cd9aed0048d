import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { sampleProfile, sampleSession } from './testing/samples.ts';
import type { Profile } from './types.ts';

vi.mock('../security/sign-in-section.tsx', () => ({ SignInSection: () => null }));
vi.mock('../security/identities-section.tsx', () => ({ IdentitiesSection: () => null }));

const api = useApiServer();
const pendingEmail = {
  email: 'm.voss@harborline.example',
  expiresAt: new Date('2026-11-21T09:36:00Z'),
  oldConfirmed: true,
  newConfirmed: false,
};
const phone = sampleSession({ handle: 'there', device: 'Safari on iPhone', ip: '198.51.100.1', current: false });

beforeEach(() => {
  answerProfile();
  api.answer('accounts.listSessions', { value: { sessions: [sampleSession(), phone] } });
});
afterEach(() => {
  clearScreen();
  vi.restoreAllMocks();
});

function answerProfile(changes: Partial<Profile> = {}): void {
  api.answer('profile.get', { value: sampleProfile(changes) });
}
const open = (role: 'admin' | 'viewer' = 'admin') => renderAppScreen(<ProfileTab />, { at: '/settings', path: '/settings', role });
const formNamed = async (name: string) => within(await screen.findByRole('form', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const refusal = (error: 'current_password_wrong' | 'rate_limited' | 'internal' | 'last_admin', message: string) => ({ error, message });

describe('the profile', () => {
  it('is saved as typed, busy meanwhile', async () => {
    open();
    const form = await formNamed('Profile');
    type(form.getByLabelText('First Name'), 'Mara');
    type(form.getByLabelText('Position'), '');
    answerProfile({ firstName: 'Mara', position: '' });
    api.answer('profile.update', { value: sampleProfile({ firstName: 'Mara', position: '' }) });
    const release = api.hold('profile.update');
    fireEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    expect((await form.findByRole('button', { name: 'Saving...' })).getAttribute('aria-disabled')).toBe('true');
    release();
    expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
    expect(api.callsOf('profile.update')).toEqual([
      {
        firstName: 'Mara',
        lastName: 'Voss',
        email: 'maren@harborline.example',
        company: 'Harborline',
        position: '',
      },
    ]);
    expect(await screen.findByText('Mara Voss')).toBeTruthy();
  });

  it.each([
    ['First Name', ' ', 'Please fill out all fields.'],
    ['Last Name', '', 'Please fill out all fields.'],
    ['Email', 'maren@harborline', 'Please enter a valid email address.'],
  ])('is not sent with the %s "%s": %s', async (label, value, text) => {
    open();
    const form = await formNamed('Profile');
    type(form.getByLabelText(label), value);
    fireEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText(text)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText(label)));
    expect(api.callsOf('profile.update')).toEqual([]);
  });

  it('takes another address without a password, and shows it in the field until it is confirmed', async () => {
    open();
    const form = await formNamed('Profile');
    type(form.getByLabelText('Email'), 'm.voss@harborline.example');
    expect(form.queryByLabelText('Current Password')).toBeNull();
    answerProfile({ pendingEmail });
    api.answer('profile.update', { value: sampleProfile({ pendingEmail }) });
    fireEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await form.findByText(/when you open the link we sent/)).toBeTruthy();
    expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe(pendingEmail.email);
  });

  it('shows the server’s own text where it refuses, and keeps what was typed', async () => {
    open();
    const form = await formNamed('Profile');
    type(form.getByLabelText('First Name'), 'Mara');
    api.answer('profile.update', refusal('rate_limited', 'Too many attempts. Please wait and try again.'));
    fireEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    expect((await form.findByRole('alert')).textContent).toBe('Too many attempts. Please wait and try again.');
    expect(form.getByLabelText<HTMLInputElement>('First Name').value).toBe('Mara');
    type(form.getByLabelText('First Name'), 'Maraike');
    expect(form.getByRole('alert')).toBeTruthy();
    api.answer('profile.update', { value: sampleProfile({ firstName: 'Maraike' }) });
    fireEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('says in the specification’s words that it could not be saved or fetched', async () => {
    api.answer('profile.get', refusal('internal', 'Something went wrong on our side.'));
    open();
    expect(await screen.findByText('Failed to fetch profile')).toBeTruthy();
    answerProfile();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    const form = await formNamed('Profile');
    api.answer('profile.update', refusal('internal', 'Something went wrong on our side.'));
    fireEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    expect((await form.findByRole('alert')).textContent).toBe('Failed to save profile');
  });
});

describe('a pending address', () => {
  it('stays pending when something else is saved', async () => {
    answerProfile({ pendingEmail });
    open();
    const form = await formNamed('Profile');
    type(form.getByLabelText('Position'), 'Lead');
    api.answer('profile.update', { value: sampleProfile({ pendingEmail, position: 'Lead' }) });
    fireEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
    expect(api.callsOf('profile.update')).toMatchObject([{ email: pendingEmail.email, position: 'Lead' }]);
  });

  it('says which mail has still to be opened', async () => {
    answerProfile({ pendingEmail });
    open();
    const form = await formNamed('Profile');
    expect(form.getByText(/when you open the link we sent to m\.voss@harborline\.example, by 2026-11-21/)).toBeTruthy();
  });

  it('can be taken back', async () => {
    answerProfile({ pendingEmail });
    open();
    const button = await screen.findByRole('button', { name: 'Cancel change' });
    api.answer('profile.cancelEmailChange', { value: undefined });
    answerProfile();
    fireEvent.click(button);
    expect(await screen.findByText('Email change canceled.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel change' })).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maren@harborline.example');
  });
});

it('holds the address in force, though it came into force while the screen stood open', async () => {
  open();
  const form = await formNamed('Profile');
  expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('maren@harborline.example');
  answerProfile({ email: 'm.voss@harborline.example' });
  api.answer('accounts.changePassword', { value: { message: 'Password changed.' } });
  const password = await formNamed('Password');
  for (const label of ['Current Password', 'New Password', 'Confirm Password']) type(password.getByLabelText(label), 'staple paperclip');
  fireEvent.click(password.getByRole('button', { name: 'Change Password' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('m.voss@harborline.example'));
  expect(screen.queryByLabelText('Current Password', { selector: '[name="current-password"]' })).toBeNull();
});

describe('the organization', () => {
  it('is renamed by an admin', async () => {
    open();
    const form = await formNamed('Organization');
    type(form.getByLabelText('Organization Name'), '  ');
    fireEvent.click(form.getByRole('button', { name: 'Save Name' }));
    expect(await form.findByText('Enter a name.')).toBeTruthy();
    type(form.getByLabelText('Organization Name'), ' Harborline Ltd ');
    answerProfile({ organizationName: 'Harborline Ltd' });
    api.answer('profile.updateOrganization', { value: { organization: { id: 'org-1', name: 'Harborline Ltd' } } });
    fireEvent.click(form.getByRole('button', { name: 'Save Name' }));
    expect(await screen.findByText('Organization renamed')).toBeTruthy();
    expect(api.callsOf('profile.updateOrganization')).toEqual([{ name: 'Harborline Ltd' }]);
    expect(await screen.findByText('We delete your account. The data of Harborline Ltd stays.')).toBeTruthy();
  });

  it('is shown to a viewer, who cannot rename it', async () => {
    answerProfile({ role: 'viewer' });
    open('viewer');
    expect(
      await screen.findByText(/You're a viewer. You can see everything except secrets, billing details and the audit log,/),
    ).toBeTruthy();
    expect(screen.queryByLabelText('Organization Name')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Step down...' })).toBeNull();
  });
});

describe('the password', () => {
  const fill = async (current: string, next: string, again = next) => {
    const form = await formNamed('Password');
    type(form.getByLabelText('Current Password'), current);
    type(form.getByLabelText('New Password'), next);
    type(form.getByLabelText('Confirm Password'), again);
    fireEvent.click(form.getByRole('button', { name: 'Change Password' }));
    return form;
  };

  it('is changed, and the form is blank again', async () => {
    open();
    api.answer('accounts.changePassword', { value: { message: 'Password changed. Every other browser was signed out.' } });
    const form = await fill('correct horse', 'staple paperclip');
    expect(await screen.findByText('Password changed. Every other browser was signed out.')).toBeTruthy();
    expect(api.callsOf('accounts.changePassword')).toEqual([
      { currentPassword: 'correct horse', code: null, password: 'staple paperclip' },
    ]);
    await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('New Password').value).toBe(''));
  });

  it.each([
    ['', 'a new one', 'a new one', 'Please fill out all fields.'],
    ['old', '', '', 'Please fill out all fields.'],
    ['old', 'a new one', 'another', 'Passwords do not match.'],
  ])('is not sent as "%s", "%s", "%s": %s', async (current, next, again, text) => {
    open();
    const form = await fill(current, next, again);
    expect(await form.findByText(text)).toBeTruthy();
    expect(api.callsOf('accounts.changePassword')).toEqual([]);
  });

  it('says at its field what the server refuses', async () => {
    open();
    api.answer('accounts.changePassword', {
      error: 'password_too_common',
      message: 'This password is too common. Choose another password.',
    });
    const form = await fill('correct horse', 'iloveyou');
    expect(await form.findByText('This password is too common. Choose another password.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('New Password')));
    api.answer('accounts.changePassword', refusal('current_password_wrong', 'The current password is incorrect.'));
    fireEvent.click(form.getByRole('button', { name: 'Change Password' }));
    expect(await form.findByText('The current password is incorrect.')).toBeTruthy();
  });

  it('is set by a person without one, right after signing in', async () => {
    answerProfile({ hasPassword: false, proof: 'sign-in' });
    open();
    const form = await formNamed('Password');
    expect(form.queryByLabelText('Current Password')).toBeNull();
    type(form.getByLabelText('New Password'), 'staple paperclip');
    type(form.getByLabelText('Confirm Password'), 'staple paperclip');
    api.answer('accounts.changePassword', { error: 'proof_required', message: 'Sign in again first.' });
    fireEvent.click(form.getByRole('button', { name: 'Set Password' }));
    expect(await screen.findByText('Sign in again first.')).toBeTruthy();
    api.answer('accounts.changePassword', { value: { message: 'Password set.' } });
    fireEvent.click(form.getByRole('button', { name: 'Set Password' }));
    expect(await screen.findByText('Password set.')).toBeTruthy();
    expect(api.callsOf('accounts.changePassword')[1]).toEqual({ currentPassword: null, code: null, password: 'staple paperclip' });
  });

  it('is set by a person with only an app, with a code', async () => {
    answerProfile({ hasPassword: false, proof: 'code' });
    open();
    const form = await formNamed('Password');
    type(form.getByLabelText('New Password'), 'staple paperclip');
    type(form.getByLabelText('Confirm Password'), 'staple paperclip');
    fireEvent.click(form.getByRole('button', { name: 'Set Password' }));
    expect(await form.findByText('Please fill out all fields.')).toBeTruthy();
    type(form.getByLabelText('Code'), '123456');
    api.answer('accounts.changePassword', { error: 'second_factor_invalid', message: 'This code is not valid.' });
    fireEvent.click(form.getByRole('button', { name: 'Set Password' }));
    expect(await form.findByText('This code is not valid.')).toBeTruthy();
    expect(api.callsOf('accounts.changePassword')).toEqual([{ currentPassword: null, code: '123456', password: 'staple paperclip' }]);
  });
});

describe('sessions', () => {
  it('mark this browser and sign out of another, which leaves the list at once', async () => {
    open();
    expect(await screen.findByText('This browser')).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Sign out Safari on iPhone at 198.51.100.1' });
    api.answer('accounts.endSession', { value: undefined });
    api.answer('accounts.listSessions', { value: { sessions: [sampleSession()] } });
    const release = api.hold('accounts.endSession');
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    release();
    expect(await screen.findByText('Session signed out')).toBeTruthy();
    expect(api.callsOf('accounts.endSession')).toEqual([{ handle: 'there' }]);
  });

  it('bring back what could not be signed out', async () => {
    open();
    api.answer('accounts.endSession', refusal('internal', 'Something went wrong on our side.'));
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone at 198.51.100.1' }));
    expect(await screen.findByText('Failed to sign out')).toBeTruthy();
    expect(await screen.findByText('Safari on iPhone')).toBeTruthy();
  });

  it('end everywhere else', async () => {
    open();
    const button = await screen.findByRole('button', { name: 'Sign out everywhere else' });
    api.answer('accounts.endOtherSessions', { value: { ended: 1 } });
    api.answer('accounts.listSessions', { value: { sessions: [sampleSession()] } });
    fireEvent.click(button);
    expect(await screen.findByText('Signed out of 1 other browser')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull());
  });

  it('say that they did not load, and try again', async () => {
    api.answer('accounts.listSessions', refusal('internal', 'Something went wrong on our side.'));
    open();
    expect(await screen.findByText('Sessions did not load')).toBeTruthy();
    api.answer('accounts.listSessions', { value: { sessions: [sampleSession({ device: null })] } });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Unknown browser')).toBeTruthy();
  });
});

describe('the way out', () => {
  it.each([
    ['admin', 'You are the last admin. Make another member an admin first.'],
    ['member', 'You are the only member. An organization needs one admin.'],
  ] as const)('is closed to the last %s, and says why', async (last, text) => {
    answerProfile({ last });
    open();
    expect(await screen.findByText(text)).toBeTruthy();
    for (const name of ['Step down...', 'Leave...']) expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  });

  it('asks before an admin steps down', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Step down...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Step down as admin' }));
    api.answer('profile.stepDown', { value: undefined });
    answerProfile({ role: 'viewer' });
    fireEvent.click(dialog.getByRole('button', { name: 'Step Down' }));
    expect(await screen.findByText("You're a viewer now.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Step down...' })).toBeNull());
  });

  it('says when somebody else left first', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Step down...' }));
    const dialog = within(await screen.findByRole('dialog'));
    api.answer('profile.stepDown', refusal('last_admin', 'You are the last admin of this organization.'));
    answerProfile({ last: 'admin' });
    fireEvent.click(dialog.getByRole('button', { name: 'Step Down' }));
    expect(await screen.findByText('You are the last admin of this organization.')).toBeTruthy();
    expect(await screen.findByText('You are the last admin. Make another member an admin first.')).toBeTruthy();
  });

  it('is taken with the address typed, and leads to /', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Leave...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave Harborline' }));
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Leave and delete my account' });
    expect(button.disabled).toBe(true);
    type(dialog.getByLabelText(/Type .* to confirm/), 'maren@harborline.exampl');
    expect(button.disabled).toBe(true);
    type(dialog.getByLabelText(/Type .* to confirm/), ' Maren@harborline.example');
    expect(button.disabled).toBe(false);
    api.answer('profile.leave', { value: undefined });
    fireEvent.click(button);
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(api.callsOf('profile.leave')).toEqual([{ email: 'maren@harborline.example' }]);
  });
});
