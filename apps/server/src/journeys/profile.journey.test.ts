import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectQuiet, expectSignedOut, type Journey, ledTo, signInOn, startJourney, visit } from '../testing/journey.ts';
import { mailedLink, untilMailed } from '../testing/outbox.ts';
import { newColleague, newPerson, type Person } from '../testing/people.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const PROFILE = '/settings?tab=0';
const form = (page: Page, name: string) => page.getByRole('form', { name });
const signIn = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};
/** The account menu's text about the signed-in person. */
const expectInShell = async (page: Page, ...words: readonly string[]): Promise<void> => {
  await page.getByRole('button', { name: 'Account' }).click();
  for (const word of words) await page.getByRole('menu').getByText(word, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
};

describe('personal settings', () => {
  it('show a new name in the shell at once, and after a reload', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server), PROFILE);
    await expectAccessible(page, 'the profile');
    await form(page, 'Profile').getByLabel('First Name').fill('Grace');
    await form(page, 'Profile').getByLabel('Last Name').fill('Hopper');
    await form(page, 'Profile').getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Profile updated successfully').waitFor();
    await expectInShell(page, 'Grace Hopper');
    await form(page, 'Organization').getByLabel('Organization Name').fill('Navy Yard');
    await form(page, 'Organization').getByRole('button', { name: 'Save Name' }).click();
    await page.getByText('Organization renamed').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByText('Navy Yard').waitFor();
    await visit(page, PROFILE);
    await expectInShell(page, 'Grace Hopper');
    await page.getByRole('navigation', { name: 'Main' }).getByText('Navy Yard').waitFor();
    expectQuiet(watched);
  });

  it('change the address after both mailboxes have confirmed', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const person = await newPerson(journey.server);
    const wished = `moved-${person.email}`;
    const elsewhere = await journey.open();
    await signInOn(elsewhere.page, person);
    await signInOn(page, person, PROFILE);
    const profile = form(page, 'Profile');
    await profile.getByLabel('Email').fill(wished);
    await profile.getByRole('button', { name: 'Save Changes' }).click();
    await profile.getByText(`when you open the link we sent to ${person.email} and to ${wished}`).waitFor();
    expect(await profile.getByLabel('Email').inputValue()).toBe(wished);
    await expectAccessible(page, 'a pending address');

    const { dataDir } = journey.server;
    const [oldLink, newLink] = [
      await mailedLink(dataDir, person.email, '/confirm-email/'),
      await mailedLink(dataDir, wished, '/confirm-email/'),
    ];
    expect(oldLink).not.toBe(newLink);
    const stranger = await journey.open();
    await visit(stranger.page, newLink);
    await stranger.page.getByText('Make').waitFor();
    await expectAccessible(stranger.page, 'the confirmation of an address');
    await stranger.page.getByRole('button', { name: 'Confirm' }).click();
    await stranger.page.getByText('You confirmed from this address.').waitFor();
    await visit(page, oldLink);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText(`Your account now uses ${wished}.`).waitFor();
    await untilMailed(dataDir, person.email, 'The address of your Notafter account was changed');

    // Signed in where the change was confirmed; signed out elsewhere.
    await visit(page, PROFILE);
    await expectInShell(page, wished);
    elsewhere.expect(/status of 401/);
    await expectSignedOut(elsewhere.page);
    await signIn(elsewhere.page, person);
    await elsewhere.page.getByText('Invalid email or password. Please try again.').waitFor();
    await signIn(elsewhere.page, { ...person, email: wished });
    await elsewhere.page.waitForURL('**/certificates');
    for (const one of [watched, elsewhere, stranger]) expectQuiet(one);
  });

  it('sign out everywhere else', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const person = await newPerson(journey.server);
    const elsewhere = await journey.open();
    await signInOn(elsewhere.page, person);
    await signInOn(page, person, PROFILE);
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByText('This browser').waitFor();
    expect(await sessions.getByRole('listitem').count()).toBe(2);
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('Signed out of 1 other browser').waitFor();
    expect(await sessions.getByRole('listitem').count()).toBe(1);
    elsewhere.expect(/status of 401/);
    await elsewhere.page.getByRole('link', { name: 'Notifications', exact: true }).click();
    await ledTo(elsewhere.page, '/');
    await visit(page, PROFILE);
    await sessions.getByText('This browser').waitFor();
    for (const one of [watched, elsewhere]) expectQuiet(one);
  });

  it('change the password, which invalidates the old one', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const person = await newPerson(journey.server, { role: 'viewer' });
    await signInOn(page, person, PROFILE);
    const password = form(page, 'Password');
    await password.getByLabel('Current Password').fill(person.password);
    await password.getByLabel('New Password').fill('a better phrase');
    await password.getByLabel('Confirm Password').fill('a better phrase');
    await password.getByText('Password strength').waitFor();
    await expectAccessible(page, 'a new password');
    await password.getByRole('button', { name: 'Change Password' }).click();
    await page.getByText('Password changed. Every other browser was signed out.').waitFor();
    await untilMailed(journey.server.dataDir, person.email, 'Your Notafter password was changed');

    const elsewhere = await journey.open();
    await visit(elsewhere.page, '/');
    elsewhere.expect(/status of 401/);
    await signIn(elsewhere.page, person);
    await elsewhere.page.getByText('Invalid email or password. Please try again.').waitFor();
    await signIn(elsewhere.page, { ...person, password: 'a better phrase' });
    await elsewhere.page.waitForURL('**/certificates');
    for (const one of [watched, elsewhere]) expectQuiet(one);
  });

  it('let an admin step down and leave, but not the last one', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const founder = await newPerson(journey.server);
    const second = await newColleague(journey.server, founder.orgId);
    await signInOn(page, second, PROFILE);
    await page.getByRole('button', { name: 'Leave...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave Harborline' });
    const leave = dialog.getByRole('button', { name: 'Leave and delete my account' });
    expect(await leave.isDisabled()).toBe(true);
    await dialog.getByLabel(/to confirm/).fill(second.email);
    await expectAccessible(page, 'the question before leaving');
    await leave.click();
    await ledTo(page, '/');
    watched.expect(/status of 401/);
    await signIn(page, second);
    await page.getByText('Invalid email or password. Please try again.').waitFor();

    const last = await journey.open();
    await signInOn(last.page, founder, PROFILE);
    await last.page.getByText('You are the only member. An organization needs one admin.').waitFor();
    expect(await last.page.getByRole('button', { name: 'Leave...' }).isDisabled()).toBe(true);
    await newColleague(journey.server, founder.orgId);
    await visit(last.page, PROFILE);
    await last.page.getByRole('button', { name: 'Step down...' }).click();
    await last.page.getByRole('dialog').getByRole('button', { name: 'Step Down' }).click();
    await last.page.getByText("You're a viewer now.").waitFor();
    await last.page.getByText("You're a viewer. You can see everything").waitFor();
    await last.page.getByRole('link', { name: 'Audit log' }).waitFor({ state: 'detached' });
    for (const one of [watched, last]) expectQuiet(one);
  });
});
