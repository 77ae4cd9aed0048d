import {
  type GithubPerson,
  type GithubStandIn,
  type GooglePerson,
  type GoogleStandIn,
  STAND_IN_CLIENT,
  startGithubStandIn,
  startGoogleStandIn,
} from '@notafter/auth/testing';
import { appCodeAt } from '@notafter/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, expectQuiet, hydrated, type Journey, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';
import type { WatchedPage } from '../testing/watched-page.ts';

const maren: GooglePerson = {
  sub: '1076915',
  email: 'maren@harborline.example',
  emailVerified: true,
  givenName: 'Maren',
  familyName: 'Holt',
};
const octocat: GithubPerson = { id: 583231, login: 'octocat', name: 'Mona Lisa Octocat', emails: [] };

let google: GoogleStandIn;
let github: GithubStandIn;
let journey: Journey;
beforeAll(async () => {
  [google, github] = await Promise.all([startGoogleStandIn(maren), startGithubStandIn(octocat)]);
  journey = await startJourney({
    GOOGLE_ISSUER_URL: google.url,
    GOOGLE_CLIENT_ID: STAND_IN_CLIENT.clientId,
    GOOGLE_CLIENT_SECRET: STAND_IN_CLIENT.clientSecret,
    GITHUB_BASE_URL: github.url,
    GITHUB_CLIENT_ID: STAND_IN_CLIENT.clientId,
    GITHUB_CLIENT_SECRET: STAND_IN_CLIENT.clientSecret,
  });
});
afterAll(async () => {
  await journey?.close();
  await Promise.all([google.close(), github.close()]);
});
beforeEach(() => {
  Object.assign(google, { person: maren, flaw: 'none', trouble: 'none' });
  Object.assign(github, { person: octocat, trouble: 'none' });
});

const openWatched = async (): Promise<WatchedPage> => {
  const watched = await journey.open();
  watched.expect(/request to another site: http:\/\/127\.0\.0\.1/);
  return watched;
};

const primary = (email: string, verified = true): GithubPerson => ({ ...octocat, emails: [{ email, primary: true, verified }] });

/** Goes to the provider's page and, by its button, back to our server and the page after that. */
const continueWith = async (page: Page, provider: 'GitHub' | 'Google', button = 'Authorize'): Promise<void> => {
  await page.getByRole('link', { name: `Continue with ${provider}` }).click();
  await page.getByRole('heading', { name: `Stand-in for ${provider}` }).waitFor();
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL(`${journey.siteUrl}/**`);
  await hydrated(page);
};

/** Sets up an authenticator app; returns its secret. */
const giveApp = async (email: string): Promise<string> => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const { db, auth } = journey.server.system;
  const [user] = await db.$client<{ id: string }[]>`select id from users where email = ${email}`;
  const row = user?.id ?? '';
  await db.$client`insert into totp_secrets (user_id, secret, created_at, confirmed_at)
    values (${row}, ${auth.sealing.seal({ table: 'totp_secrets', row }, secret)}, now(), now())`;
  return secret;
};

const linkedTo = async (email: string): Promise<number> => {
  const rows = await journey.server.system.db
    .$client`select 1 from identities where user_id = (select id from users where email = ${email})`;
  return rows.length;
};

const signedIn = (page: Page): Promise<void> => page.getByRole('heading', { level: 1, name: 'Certificates' }).waitFor();

const linkedAccounts = async (page: Page) => {
  await visit(page, '/settings?tab=0');
  const panel = page.getByRole('region', { name: 'Linked Accounts' });
  await panel.waitFor();
  return panel;
};

describe('a new person', () => {
  it('gets an account with Google, and signs in again with one click', async () => {
    const watched = await openWatched();
    const { page } = watched;
    await visit(page, '/signup');
    await continueWith(page, 'Google');
    await signedIn(page);
    expect(new URL(page.url()).pathname).toBe('/certificates');
    const panel = await linkedAccounts(page);
    await panel.getByText(/maren@harborline\.example, linked.*Your only way to sign in/).waitFor();
    expect(await panel.getByRole('button', { name: 'Remove Google' }).count()).toBe(0);
    await expectAccessible(page, 'the only linked account');

    const elsewhere = await openWatched();
    await visit(elsewhere.page, '/');
    await continueWith(elsewhere.page, 'Google');
    await signedIn(elsewhere.page);
    expectQuiet(watched);
    expectQuiet(elsewhere);
  });
});

describe('a person with an account', () => {
  it('links GitHub after their password, and not before', async () => {
    const person = await newPerson(journey.server);
    github.person = primary(person.email.toUpperCase());
    const watched = await openWatched();
    const { page } = watched;
    watched.expect(/status of 401/);
    await visit(page, '/');
    await continueWith(page, 'GitHub');
    await page.getByText(`There is an account for ${person.email} already. Sign in to it once, and GitHub is linked.`).waitFor();
    await expectAccessible(page, 'a link that waits');

    expect(await page.getByLabel('Email').inputValue()).toBe(person.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Invalid email or password. Please try again.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await signedIn(page);

    const elsewhere = await openWatched();
    await visit(elsewhere.page, '/');
    await continueWith(elsewhere.page, 'GitHub');
    await signedIn(elsewhere.page);

    const panel = await linkedAccounts(page);
    await panel.getByRole('button', { name: 'Remove GitHub' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current Password').fill(person.password);
    await expectAccessible(page, 'the removal of a linked account');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await panel.getByRole('button', { name: 'Link GitHub' }).waitFor();
    expectQuiet(watched);
    expectQuiet(elsewhere);
  });

  it('is asked for the code of their app with any sign-in method, and is linked only after it', async () => {
    const person = await newPerson(journey.server);
    const secret = await giveApp(person.email);
    github.person = { ...primary(person.email), id: 77 };
    const watched = await openWatched();
    const { page } = watched;
    await visit(page, '/');
    await continueWith(page, 'GitHub');
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    expect(await linkedTo(person.email)).toBe(0);
    await page.getByLabel('Code').fill(appCodeAt(secret, new Date()));
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await signedIn(page);
    expect(await linkedTo(person.email)).toBe(1);

    const elsewhere = await openWatched();
    await visit(elsewhere.page, '/');
    await continueWith(elsewhere.page, 'GitHub');
    await elsewhere.page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    expect(new URL(elsewhere.page.url()).hash).toBe('');
    // The previous code is used; the next one is already valid.
    await elsewhere.page.getByLabel('Code').fill(appCodeAt(secret, new Date(Date.now() + 30_000)));
    await elsewhere.page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await signedIn(elsewhere.page);
    expectQuiet(watched);
    expectQuiet(elsewhere);
  });

  it('links Google from the settings, with any address', async () => {
    const person = await newPerson(journey.server);
    google.person = { ...maren, sub: 'another', email: 'private@elsewhere.example' };
    const watched = await openWatched();
    const { page } = watched;
    await signInOn(page, person);
    const panel = await linkedAccounts(page);
    await panel.getByRole('button', { name: 'Link Google' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current Password').fill(person.password);
    await expectAccessible(page, 'the way to a linked account');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByText('Google is linked. You can sign in with it.').waitFor();
    await panel.getByText(/private@elsewhere\.example/).waitFor();
    await expectAccessible(page, 'an account linked just now');
    expectQuiet(watched);
  });
});

describe('a round trip that fails', () => {
  it('says why on the sign-in screen, and leaves the browser signed out', async () => {
    const watched = await openWatched();
    const { page } = watched;
    await visit(page, '/');
    await continueWith(page, 'GitHub', 'Cancel');
    await page.getByText('OAuth authentication failed. Please try again.').waitFor();

    github.person = primary('mona@elsewhere.example', false);
    await visit(page, '/');
    await continueWith(page, 'GitHub');
    await page.getByText('That account has no verified email address. Verify it there, then try again.').waitFor();
    await expectAccessible(page, 'a refused sign-in by another account');

    google.flaw = 'wrong nonce';
    await visit(page, '/');
    await continueWith(page, 'Google');
    await page.getByText('OAuth authentication failed. Please try again.').waitFor();

    github.trouble = 'down';
    await visit(page, '/');
    await continueWith(page, 'GitHub');
    await page.getByText('The sign-in service did not answer. Try again, or sign in another way.').waitFor();

    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).not.toContain('notafter_session');
    expect(cookies.map(({ name }) => name)).not.toContain('notafter_oauth');
    expectQuiet(watched);
  });
});
