import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { TeamScreen } from './team-screen.tsx';
import { sampleInvitation, sampleMember, sampleUsers } from './testing/samples.ts';
import type { Invitation, Member, UserList } from './types.ts';

const api = useApiServer();
const ada = sampleMember('1', { firstName: 'Ada', lastName: 'Lovelace', role: 'admin' });
const maren = sampleMember('2');

const answerTeam = (users: readonly Member[], invitations: readonly Invitation[] = [], given: Partial<UserList> = {}) => {
  const seats = { members: users.length, invited: invitations.length, limit: 5 };
  api.answer('team.listUsers', { value: sampleUsers(users, { seats, ...given }) });
  api.answer('team.listInvitations', { value: { invitations, nextCursor: null } });
};
beforeEach(() => {
  answerTeam([ada, maren]);
  api.answer('environments.list', { value: { environments: [], limit: 2 } });
});
afterEach(clearScreen);

const open = (who: Parameters<typeof renderAppScreen>[1] = {}) => renderAppScreen(<TeamScreen />, { at: '/users', path: '/users', ...who });
const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });

describe('the table', () => {
  it('shows who is there with role and day, and how many seats are taken', async () => {
    answerTeam([ada, maren], [sampleInvitation('a')]);
    open();
    const admin = await row('Ada Lovelace');
    expect(admin.getByText('Admin')).toBeTruthy();
    expect(admin.getByText('2026-11-20')).toBeTruthy();
    expect(admin.getByText('person-1@harborline.example')).toBeTruthy();
    expect((await row('Maren Voss')).getByText('Viewer')).toBeTruthy();
    expect(screen.getByText('3/5 seats')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['User', 'Role', 'Joined', 'Actions']);
  });

  it('offers nothing on admins', async () => {
    open();
    expect((await row('Ada Lovelace')).queryAllByRole('button')).toEqual([]);
    expect((await row('Maren Voss')).getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Change Role', 'Remove']);
  });

  it('says so while nobody else is there', async () => {
    answerTeam([ada]);
    open();
    expect(await screen.findByText('No team members yet')).toBeTruthy();
  });

  it('turns pages of 10, 25, 50 and 100', async () => {
    answerTeam([ada], [], { nextCursor: 'after-ada', seats: { members: 11, invited: 0, limit: null } });
    open();
    await row('Ada Lovelace');
    expect(screen.getByText('11/\u221e seats')).toBeTruthy();
    answerTeam([maren], [], { seats: { members: 11, invited: 0, limit: null } });
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await row('Maren Voss');
    expect(screen.getByText('11 of 11')).toBeTruthy();
    expect(api.callsOf('team.listUsers')).toContainEqual({ limit: 10, cursor: 'after-ada' });
    fireEvent.click(screen.getByRole('button', { name: '25' }));
    await waitFor(() => expect(api.callsOf('team.listUsers')).toContainEqual({ limit: 25, cursor: null }));
    expect(['10', '25', '50', '100'].map((size) => button(size) !== null)).toEqual([true, true, true, true]);
  });

  it('is searched where it has more than one page, invitations too', async () => {
    open();
    await row('Ada Lovelace');
    expect(screen.queryByRole('searchbox')).toBeNull();
    clearScreen();
    answerTeam([ada], [sampleInvitation('a')], { nextCursor: 'after-ada', seats: { members: 11, invited: 1, limit: null } });
    open();
    await row('Elif Kaya');
    answerTeam([maren], [sampleInvitation('a')], { total: 1, seats: { members: 11, invited: 1, limit: null } });
    const field = await screen.findByRole('searchbox', { name: 'Search name or email' });
    fireEvent.change(field, { target: { value: ' maren ' } });
    await row('Maren Voss');
    expect(screen.queryByText('Elif Kaya')).toBeNull();
    expect(screen.getByText('1 of 1')).toBeTruthy();
    expect(api.callsOf('team.listUsers')).toContainEqual({ limit: 10, cursor: null, search: 'maren' });
    answerTeam([], [sampleInvitation('a')], { total: 0, seats: { members: 11, invited: 1, limit: null } });
    fireEvent.change(field, { target: { value: 'zz' } });
    expect(await screen.findByText('No matches')).toBeTruthy();
    expect(screen.getByText('0 of 0')).toBeTruthy();
  });

  it('says what failed and tries again', async () => {
    api.answer('team.listUsers', { error: 'internal', message: 'Something went wrong on our side.' });
    open();
    expect(await screen.findByText('Team members did not load')).toBeTruthy();
    answerTeam([ada, maren]);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await row('Maren Voss');
  });
});

describe('an invitation', () => {
  const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const openDialog = async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Invite User' }));
    await screen.findByRole('dialog', { name: 'Invite Team Member' });
  };

  it('is sent once all is filled in, as a viewer unless another role is chosen', async () => {
    await openDialog();
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send Invite' });
    fill('Email', 'elif@harborline.example');
    fill('First Name', '   ');
    fill('Last Name', 'Kaya');
    expect(send.disabled).toBe(true);
    fill('First Name', 'Elif');
    expect(send.disabled).toBe(false);
    expect(screen.getByLabelText<HTMLSelectElement>('Role').value).toBe('viewer');
    api.answer('team.invite', { value: { invitation: sampleInvitation('a') } });
    answerTeam([ada, maren], [sampleInvitation('a')]);
    fireEvent.click(send);
    expect(await screen.findByText('User invited successfully!')).toBeTruthy();
    expect(await (await row('Elif Kaya')).findByText('Pending')).toBeTruthy();
    expect(api.callsOf('team.invite')).toEqual([{ email: 'elif@harborline.example', firstName: 'Elif', lastName: 'Kaya', role: 'viewer' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [
      { error: 'user_limit', message: 'User limit reached. Upgrade your plan to add more team members.' },
      'User limit reached. Upgrade your plan to add more team members.',
    ],
    [{ error: 'user_exists', message: 'This address already has an account.' }, 'This address already has an account.'],
    [{ error: 'rate_limited', message: 'Too many attempts. Please wait and try again.' }, 'Too many attempts. Please wait and try again.'],
    [{ error: 'internal', message: 'Something went wrong on our side.' }, 'Failed to invite user'],
    ['silence', 'Failed to invite user'],
  ] as const)('that is refused keeps what was typed and says why: %o', async (answer, text) => {
    await openDialog();
    fill('Email', 'elif@harborline.example');
    fill('First Name', 'Elif');
    fill('Last Name', 'Kaya');
    api.answer('team.invite', answer);
    fireEvent.click(screen.getByRole('button', { name: 'Send Invite' }));
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('elif@harborline.example');
  });

  it('is sent again or revoked from its row', async () => {
    answerTeam([ada], [sampleInvitation('a', { state: 'expired' })]);
    open();
    expect((await row('Elif Kaya')).getByText('Expired')).toBeTruthy();
    const { id } = sampleInvitation('a');
    api.answer('team.resendInvitation', { value: { invitation: sampleInvitation('a') } });
    fireEvent.click(screen.getByRole('button', { name: 'Resend the invitation of Elif Kaya' }));
    expect(await screen.findByText('Invitation sent again to Elif Kaya')).toBeTruthy();
    expect(api.callsOf('team.resendInvitation')).toEqual([{ id }]);
    api.answer('team.revokeInvitation', { value: undefined });
    answerTeam([ada]);
    await waitFor(() => expect(button('Revoke the invitation of Elif Kaya')?.disabled).toBe(false));
    fireEvent.click(screen.getByRole('button', { name: 'Revoke the invitation of Elif Kaya' }));
    expect(await screen.findByText('Invitation revoked')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Elif Kaya')).toBeNull());
    expect(api.callsOf('team.revokeInvitation')).toEqual([{ id }]);
  });

  it('is one of a few shown at first, where many are open', async () => {
    answerTeam(
      [ada],
      ['3', '4', '5', '6', '7', '8', '9'].map((digit) => sampleInvitation(digit)),
    );
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Show 2 more invitations' }));
    expect(await screen.findAllByText('Pending')).toHaveLength(7);
  });

  it('that does not load leaves the members in sight, and is asked for again', async () => {
    api.answer('team.listInvitations', { error: 'internal', message: 'Something went wrong on our side.' });
    open();
    await row('Maren Voss');
    expect(await screen.findByText(/Open invitations did not load/)).toBeTruthy();
    answerTeam([ada, maren], [sampleInvitation('a')]);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await row('Elif Kaya');
    expect(screen.queryByText(/Open invitations did not load/)).toBeNull();
  });
});

describe('a role', () => {
  it('is changed in a dialog that says what it means', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Change role of Maren Voss' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change role of Maren Voss' }));
    const update = dialog.getByRole<HTMLButtonElement>('button', { name: 'Update Role' });
    expect(update.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText('Role'), { target: { value: 'admin' } });
    expect(dialog.getByText(/neither change nor remove an admin/)).toBeTruthy();
    api.answer('team.changeRole', { value: { user: { ...maren, role: 'admin' } } });
    answerTeam([ada, { ...maren, role: 'admin' }]);
    fireEvent.click(update);
    expect(await screen.findByText('User role updated!')).toBeTruthy();
    expect(api.callsOf('team.changeRole')).toEqual([{ id: maren.id, role: 'admin' }]);
    await waitFor(() => expect(button('Change role of Maren Voss')).toBeNull());
  });

  it.each([
    [{ error: 'internal', message: 'Something went wrong on our side.' }, 'Failed to update user role'],
    [{ error: 'forbidden', message: 'Your role does not allow this.' }, 'Your role does not allow this.'],
  ] as const)('that is refused says why: %o', async (answer, text) => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Change role of Maren Voss' }));
    fireEvent.change(await screen.findByLabelText('Role'), { target: { value: 'admin' } });
    api.answer('team.changeRole', answer);
    fireEvent.click(screen.getByRole('button', { name: 'Update Role' }));
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('a removal', () => {
  const confirm = async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Maren Voss' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove Maren Voss' });
    expect(within(dialog).getByText('Are you sure you want to remove this user?')).toBeTruthy();
    expect(api.callsOf('team.removeUser')).toEqual([]);
    return () => fireEvent.click(within(dialog).getByRole('button', { name: 'Remove User' }));
  };

  it('asks first, and says that it is done', async () => {
    const remove = await confirm();
    api.answer('team.removeUser', { value: undefined });
    answerTeam([ada]);
    remove();
    expect(await screen.findByText('User removed successfully!')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Maren Voss')).toBeNull());
    expect(api.callsOf('team.removeUser')).toEqual([{ id: maren.id }]);
  });

  it('that failed says so and shows the team as it is', async () => {
    const remove = await confirm();
    api.answer('team.removeUser', 'silence');
    remove();
    expect(await screen.findByText('Failed to remove user')).toBeTruthy();
    await row('Maren Voss');
  });
});

describe('a person without the permission', () => {
  it('a viewer sees everything and no control', async () => {
    answerTeam([ada, maren], [sampleInvitation('a')]);
    open({ role: 'viewer' });
    await row('Maren Voss');
    await row('Elif Kaya');
    for (const name of [/Invite/, /Change/, /Remove/, /Resend/, /Revoke/, /Create Environment/]) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('a plan without a team shows its notice, no Invite button, and who is there already', async () => {
    answerTeam([ada, maren], [sampleInvitation('a')], { seats: { members: 2, invited: 1, limit: 1 } });
    api.answer('environments.list', { value: { environments: [], limit: 0 } });
    open({ plan: 'Essentials' });
    expect(await screen.findByText('Team collaboration is available starting with the Team plan.')).toBeTruthy();
    await screen.findByText('Environment management is available on Team and Enterprise plans.');
    expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/billing');
    expect(button('Invite User')).toBeNull();
    await row('Maren Voss');
    expect(button('Change role of Maren Voss')).toBeNull();
    expect(button('Remove Maren Voss')).toBeTruthy();
    expect(button('Resend the invitation of Elif Kaya')).toBeNull();
    expect(button('Revoke the invitation of Elif Kaya')).toBeTruthy();
  });

  it('a team has no notice', async () => {
    open();
    await row('Maren Voss');
    expect(screen.queryByText(/Team collaboration is available/)).toBeNull();
  });
});
