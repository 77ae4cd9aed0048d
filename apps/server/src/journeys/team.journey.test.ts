import { makeUser, TEST_PASSWORD } from '@notafter/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectNothingWider,
  expectQuiet,
  expectTitle,
  type Journey,
  keepHere,
  ledTo,
  pressInTurn,
  reload,
  signInOn,
  startJourney,
  visit,
} from '../testing/journey.ts';
import { mailedLink } from '../testing/outbox.ts';
import { newPerson } from '../testing/people.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const PASSWORD = 'staple paperclip sunrise';
const maren = 'maren+team@harborline.example';

const invite = async (page: Page, email: string, firstName: string, lastName: string) => {
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Team Member' });
  const send = dialog.getByRole('button', { name: 'Send Invite' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('First Name').fill(firstName);
  expect(await send.isDisabled()).toBe(true);
  await dialog.getByLabel('Last Name').fill(lastName);
  return { dialog, send };
};
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const openTeam = async (page: Page): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  await page.getByRole('region', { name: 'Team members' }).getByRole('row').nth(1).waitFor();
};

describe('a team', () => {
  it('invites a person, who sets a password, reads, becomes an admin and is then protected', async () => {
    const first = await newPerson(journey.server, { firstName: 'Ada', lastName: 'Lovelace' }, 'Team');
    const [admin, invited] = [await journey.open(), await journey.open()];
    const { page } = admin;
    await signInOn(page, first);
    await pressInTurn(page, 'g', 'u');
    await page.getByRole('heading', { level: 1, name: 'Team Management' }).waitFor();
    await expectTitle(page, 'Team Management | Notafter');
    await page.getByText('No team members yet').waitFor();
    await expectAccessible(page, 'a team of one');
    const { dialog, send } = await invite(page, maren, 'Maren', 'Voss');
    await expectAccessible(page, 'the invitation');
    await send.click();
    await page.getByText('User invited successfully!').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, 'Maren Voss').getByText('Pending').waitFor();
    await page.getByText('2/5 seats').waitFor();
    await expectAccessible(page, 'a pending invitation');

    const link = await mailedLink(journey.server.dataDir, maren, '/create-password');
    const { page: theirs } = invited;
    // A mail scanner opens the link and does nothing else.
    expect((await theirs.request.get(link)).status()).toBe(200);
    await visit(theirs, link);
    expect(await theirs.getByLabel('Email').inputValue()).toBe(maren);
    expect(await theirs.getByLabel('Organization ID').inputValue()).toBe(first.orgId);
    await expectAccessible(theirs, 'the activation of an invitation');
    const activate = theirs.getByRole('button', { name: 'Activate Account' });
    await activate.click();
    await theirs.getByText('Please fill out all fields.').waitFor();
    invited.expect(/status of 400/);
    await theirs.getByLabel('Password', { exact: true }).fill('password1');
    await activate.click();
    await theirs.getByText('This password is too common. Choose another password.').waitFor();
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const leadOn = await keepHere(theirs);
    await activate.click();
    await theirs.getByText('Account successfully created and activated. Redirecting to login page...').waitFor();
    await expectAccessible(theirs, 'an accepted invitation');
    leadOn();
    await ledTo(theirs, '/');
    await theirs.getByLabel('Email').fill(maren);
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Sign In', exact: true }).click();
    await theirs.getByRole('heading', { level: 1, name: 'Certificates' }).waitFor();

    for (const name of ['Check All', 'Add Certificate', 'Manage Environments']) {
      expect(await theirs.getByRole('button', { name }).count(), name).toBe(0);
      expect(await theirs.getByRole('link', { name }).count(), name).toBe(0);
    }
    await openTeam(theirs);
    await rowOf(theirs, 'Ada Lovelace').waitFor();
    for (const name of [/^Invite/, /^Change role/, /^Remove/, /^Create Environment/]) {
      expect(await theirs.getByRole('button', { name }).count()).toBe(0);
    }
    await expectAccessible(theirs, 'the team as a viewer');

    await reload(page);
    await page.getByRole('button', { name: 'Change role of Maren Voss' }).click();
    const roles = page.getByRole('dialog', { name: 'Change role of Maren Voss' });
    await roles.getByLabel('Role').selectOption('Admin');
    await expectAccessible(page, 'a change of role');
    await roles.getByRole('button', { name: 'Update Role' }).click();
    await page.getByText('User role updated!').waitFor();
    await rowOf(page, 'Maren Voss').getByText('Admin', { exact: true }).waitFor();
    expect(await rowOf(page, 'Maren Voss').getByRole('button').count()).toBe(0);
    await reload(theirs);
    await theirs.getByRole('button', { name: 'Invite User' }).waitFor();

    const list: { users: { id: string; email: string }[] } = await (await page.request.get('/v1/users/list')).json();
    const id = list.users.find(({ email }) => email === maren)?.id;
    const headers = { 'sec-fetch-site': 'same-origin' };
    const refused = [
      await page.request.put(`/v1/users/${id}/role`, { data: { role: 'viewer' }, headers }),
      await page.request.delete(`/v1/users/${id}`, { headers }),
    ];
    for (const answer of refused) expect([answer.status(), await answer.json()]).toMatchObject([403, { code: 'admin_protected' }]);

    await visit(theirs, link);
    await theirs.getByLabel('Password', { exact: true }).fill('another fine phrase');
    await theirs.getByRole('button', { name: 'Activate Account' }).click();
    await theirs.getByText('The confirmation code was used or expired.').waitFor();
    expectQuiet(admin);
    expectQuiet(invited);
  });

  it('removes a member, whose open browser goes to the front page', async () => {
    const first = await newPerson(journey.server, {}, 'Team');
    const viewer = await makeUser(journey.server.system, first.orgId, {
      password: TEST_PASSWORD,
      role: 'viewer',
      firstName: 'Jonas',
      lastName: 'Brandt',
    });
    const [admin, removed] = [await journey.open(), await journey.open()];
    await signInOn(removed.page, { email: viewer.email, password: TEST_PASSWORD });
    const { page } = admin;
    await signInOn(page, first);
    await openTeam(page);
    await page.getByRole('button', { name: 'Remove Jonas Brandt' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Jonas Brandt' });
    await question.getByText('Are you sure you want to remove this user?').waitFor();
    await expectAccessible(page, 'the question before a removal');
    await question.getByRole('button', { name: 'Remove User' }).click();
    await page.getByText('User removed successfully!').waitFor();
    await rowOf(page, 'Jonas Brandt').waitFor({ state: 'detached' });

    removed.expect(/status of 401/);
    await removed.page.getByRole('link', { name: 'Notifications', exact: true }).click();
    await ledTo(removed.page, '/');
    await removed.page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
    expectQuiet(admin);
    expectQuiet(removed);
  });

  it('says when no seat is left, and revokes an invitation', async () => {
    const first = await newPerson(journey.server, {}, 'Team');
    for (let n = 0; n < 3; n += 1) await makeUser(journey.server.system, first.orgId, { role: 'viewer', firstName: `Viewer ${n}` });
    const admin = await journey.open();
    const { page } = admin;
    await signInOn(page, first);
    await openTeam(page);
    await (await invite(page, 'elif@harborline.example', 'Elif', 'Kaya')).send.click();
    await page.getByText('5/5 seats').waitFor();
    const { dialog, send } = await invite(page, 'priya@harborline.example', 'Priya', 'Raman');
    admin.expect(/status of 403/);
    await send.click();
    await dialog.getByRole('alert').getByText('User limit reached. Upgrade your plan to add more team members.').waitFor();
    await expectAccessible(page, 'a full team');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Revoke the invitation of Elif Kaya' }).click();
    await page.getByText('Invitation revoked').waitFor();
    await rowOf(page, 'Elif Kaya').waitFor({ state: 'detached' });
    await page.getByText('4/5 seats').waitFor();
    expectQuiet(admin);
  });

  it('fits narrow and wide windows, with long names and addresses', async () => {
    const first = await newPerson(journey.server, {}, 'Team');
    const long = 'x'.repeat(60);
    const names = { firstName: long, lastName: 'Featherstonehaugh-Cholmondeley' };
    await makeUser(journey.server.system, first.orgId, { ...names, role: 'viewer', email: `${long}@${long}.example` });
    const admin = await journey.open();
    const { page } = admin;
    await signInOn(page, first);
    await openTeam(page);
    await (await invite(page, `${'y'.repeat(60)}@${long}.example`, long, 'Invited')).send.click();
    await page.getByText('3/5 seats').waitFor();
    for (const path of ['/users', `/create-password?email=${long}%40example.com&org_id=${first.orgId}&code=${long}`]) {
      await visit(page, path);
      for (const width of [360, 768, 900, 1280, 2560]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNothingWider(page, `${path} at ${width}`);
      }
    }
    await page.setViewportSize({ width: 360, height: 844 });
    await visit(page, '/users');
    await expectAccessible(page, 'the team on a narrow window');
    expectQuiet(admin);
  });

  it('is not offered on a smaller plan', async () => {
    const admin = await journey.open();
    const { page } = admin;
    await signInOn(page, await newPerson(journey.server, {}, 'Essentials'));
    await openTeam(page);
    await page.getByText('Team collaboration is available starting with the Team plan.').waitFor();
    await page.getByText('Environment management is available on Team and Enterprise plans.').waitFor();
    expect(await page.getByRole('button', { name: 'Invite User' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/billing');
    await expectAccessible(page, 'the team on a smaller plan');
    expectQuiet(admin);
  });
});

describe('the environments below the team', () => {
  it('are created up to the limit, renamed and removed', async () => {
    const admin = await journey.open();
    const { page } = admin;
    await signInOn(page, await newPerson(journey.server, {}, 'Team'));
    await openTeam(page);
    const card = page.getByRole('region', { name: 'Environments' });
    for (const name of ['Production', 'Staging']) {
      await card.getByRole('button', { name: 'Create Environment' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create Environment' });
      await dialog.getByLabel('Environment Name').fill(name);
      await expectAccessible(page, 'a new environment');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await card.getByText(name).waitFor();
    }
    await card.getByText('2/2').waitFor();
    expect(await card.getByRole('button', { name: 'Create Environment' }).isDisabled()).toBe(true);
    expect(await card.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/billing');
    await expectAccessible(page, 'as many environments as the plan allows');
    await card.getByRole('button', { name: 'Edit Staging' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit Environment' });
    await edited.getByLabel('Environment Name').fill('Beta');
    await edited.getByRole('button', { name: 'Update' }).click();
    await card.getByRole('button', { name: 'Delete Beta' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Beta' });
    await question.getByText('Are you sure? This will fail if certificates are assigned to this environment.').waitFor();
    await question.getByRole('button', { name: 'Delete Environment' }).click();
    await card.getByText('1/2').waitFor();
    await expectAccessible(page, 'the environments card');
    expectQuiet(admin);
  });
});
