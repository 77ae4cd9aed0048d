import { appCodeAt } from '@notafter/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectQuiet, hydrated, type Journey, leave, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson, type Person } from '../testing/people.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

/** A platform authenticator that verifies its user; it responds at once. */
const addAuthenticator = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setUserVerified: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const panel = (page: Page, name: string) => page.getByRole('region', { name });
const toSettings = (page: Page): Promise<void> => visit(page, '/settings?tab=0');
const hasSession = async (page: Page): Promise<boolean> => (await page.context().cookies()).some(({ name }) => name.includes('session'));

const signOut = async (page: Page): Promise<void> => {
  await leave(page);
  await page.context().clearCookies();
  await visit(page, '/');
};

const fillPassword = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
};

const expectCertificates = (page: Page): Promise<void> => page.getByRole('heading', { level: 1, name: 'Certificates' }).waitFor();

describe('a passkey', () => {
  it('is created by the device, signs in without an address, and is removed', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const person = await newPerson(journey.server);
    const device = await addAuthenticator(page);
    // The suggestions have a separate journey: a present authenticator would answer them too.
    await page.addInitScript(() => {
      // An empty page is not a secure context, and has no credentials API.
      if ('PublicKeyCredential' in globalThis) PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await signInOn(page, person);
    await toSettings(page);
    await button(page, 'Add Passkey').click();
    const dialog = page.getByRole('dialog', { name: 'Add Passkey' });
    await dialog.getByLabel('Name').fill('Work laptop');
    await dialog.getByLabel('Current Password').fill(person.password);
    await expectAccessible(page, 'adding a passkey');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await panel(page, 'Passkeys').getByText('Work laptop').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await device.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
    await expectAccessible(page, 'the profile with a passkey');

    await signOut(page);
    await expectAccessible(page, 'sign-in with a passkey');
    await button(page, 'Sign in with a passkey').click();
    await expectCertificates(page);

    await toSettings(page);
    await button(page, 'Remove Work laptop').click();
    const removal = page.getByRole('dialog', { name: 'Remove Work laptop' });
    await removal.getByLabel('Current Password').fill(person.password);
    await removal.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No passkeys yet.', { exact: false }).waitFor();
    expectQuiet(watched);

    watched.expect(/status of 400/);
    await signOut(page);
    await button(page, 'Sign in with a passkey').click();
    await page.getByRole('alert').getByText('This passkey could not be verified.').waitFor();
    expect(await hasSession(page)).toBe(false);
    expectQuiet(watched);
  });

  it('is offered in the suggestions of the address field', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const person = await newPerson(journey.server);
    const device = await addAuthenticator(page);
    await signInOn(page, person);
    await toSettings(page);
    await button(page, 'Add Passkey').click();
    await page.getByRole('dialog').getByLabel('Current Password').fill(person.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Passkey added').waitFor();
    expect(await device.credentials()).toHaveLength(1);
    // Without a person to choose, the virtual authenticator uses its first passkey.
    await signOut(page);
    await expectCertificates(page);
    expectQuiet(watched);
  });
});

describe('an authenticator app', () => {
  it('is set up with a code, required after the password, and replaced once by a recovery code', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const person = await newPerson(journey.server, { role: 'viewer' });
    await signInOn(page, person);
    await toSettings(page);
    await button(page, 'Set Up').click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await dialog.getByLabel('Current Password').fill(person.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await expectAccessible(page, 'setting up an app');
    await dialog.getByRole('textbox', { name: 'Code' }).fill(appCodeAt(secret, new Date()));
    await dialog.getByRole('button', { name: 'Turn On' }).click();

    const shown = page.getByRole('dialog', { name: 'Recovery codes' });
    await shown.getByRole('listitem').last().waitFor();
    const codes = await shown.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await expectAccessible(page, 'recovery codes');
    const download = page.waitForEvent('download');
    await shown.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('notafter-recovery-codes.txt');
    await shown.getByRole('button', { name: 'I Saved Them' }).click();
    await panel(page, 'Authenticator App').getByText('10 of 10 left').waitFor();

    await signOut(page);
    await fillPassword(page, person);
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    expect(await hasSession(page)).toBe(false);
    await expectAccessible(page, 'the second step');
    watched.expect(/status of 400/);
    await page.getByLabel('Code').fill('000000');
    await button(page, 'Sign In').click();
    await page.getByText('This code is not valid.', { exact: false }).waitFor();
    await expectAccessible(page, 'a refused code');
    expect(await hasSession(page)).toBe(false);
    // The code of the setup is used; the next one is already valid.
    await page.getByLabel('Code').fill(appCodeAt(secret, new Date(Date.now() + 30_000)));
    await button(page, 'Sign In').click();
    await expectCertificates(page);

    await signOut(page);
    await fillPassword(page, person);
    await button(page, 'Use a recovery code').click();
    await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase());
    await button(page, 'Sign In').click();
    await expectCertificates(page);
    await toSettings(page);
    await panel(page, 'Authenticator App').getByText('9 of 10 left').waitFor();
    expectQuiet(watched);
  });
});

it('keeps text typed before its scripts loaded', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const { email, password } = await newPerson(journey.server);
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  goOn();
  await hydrated(page);
  await button(page, 'Sign In').click();
  await expectCertificates(page);
  expectQuiet(watched);
});

it('shows the strength of a new password, and loads the estimator only then', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await visit(page, '/signup');
  await page.getByLabel('Work Email').fill('maren@harborline.example');
  await button(page, 'Continue').click();
  await page.getByLabel('First Name').waitFor();
  expect(scripts.filter((url) => url.includes('judge-strength'))).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await page.getByText('Password strength: very weak.', { exact: false }).waitFor();
  expect(scripts.filter((url) => url.includes('judge-strength'))).not.toEqual([]);
  await expectAccessible(page, 'the strength of a password');
  await page.getByLabel('Password', { exact: true }).fill('quartz lantern ferry plum');
  await page.getByText('Password strength: strong.', { exact: false }).waitFor();
  expectQuiet(watched);
});
