import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectQuiet, type Journey, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson, type Person } from '../testing/people.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const tryToSignIn = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};

describe('a refused sign-in', () => {
  it('says the same for a wrong password and an unknown address, and more only after the right password', async () => {
    const watched = await journey.open();
    const { page } = watched;
    watched.expect(/status of 40[13]/);
    const person = await newPerson(journey.server);
    const inactive = await newPerson(journey.server, { activated: false });

    await visit(page, '/');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Enter your email address.').waitFor();
    await expectAccessible(page, 'sign-in with empty fields');
    const alert = page.getByRole('alert').filter({ hasText: /./ });
    for (const refused of [
      { ...person, password: 'not this one' },
      { email: 'nobody@example.com', password: 'not this one' },
      { ...inactive, password: 'not this one' },
    ]) {
      await visit(page, '/');
      await tryToSignIn(page, refused);
      await alert.getByText('Invalid email or password. Please try again.').waitFor();
    }
    await expectAccessible(page, 'a refused sign-in');
    await tryToSignIn(page, inactive);
    await alert.getByText('Account not activated. Please check your email for activation link.').waitFor();
    await visit(page, '/?error=access_denied');
    await alert.getByText('OAuth authentication failed. Please try again.').waitFor();
    expectQuiet(watched);
  });

  it('opens no other screen', async () => {
    const watched = await journey.open();
    for (const path of ['/certificates', '/certificates/add', '/certificates/01989f0a-7c1e-7b42-9f60-000000000000', '/login']) {
      await watched.page.goto(path);
      expect(watched.page.url()).toBe(`${journey.siteUrl}/`);
    }
    expectQuiet(watched);
  });
});

describe('a refused sign-up', () => {
  it('says what to change', async () => {
    const watched = await journey.open();
    const { page } = watched;
    watched.expect(/status of 400/);
    const person = await newPerson(journey.server);
    await visit(page, '/signup');
    await page.getByLabel('Work Email').fill('ada at example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Please enter a valid email address.').waitFor();
    await page.getByLabel('Work Email').fill(person.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByText('Please fill out all fields.').waitFor();
    await page.getByLabel('First Name').fill('Ada');
    await page.getByLabel('Last Name').fill('Lovelace');
    for (const [password, text] of [
      ['abc', 'Password must be at least 6 characters long.'],
      ['123456', 'This password is too common. Choose another password.'],
      ['a phrase of my own', 'Email already exists. Try signing in instead.'],
    ] as const) {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await page.getByText(text).waitFor();
    }
    await expectAccessible(page, 'a refused sign-up');
    expectQuiet(watched);
  });

  it('names a link that is not valid', async () => {
    const watched = await journey.open();
    watched.expect(/status of 400/);
    await visit(watched.page, '/activate/not-a-link');
    await watched.page.getByText('This link is not valid. Please request a new one.').waitFor();
    await expectAccessible(watched.page, 'a refused activation');
    expectQuiet(watched);
  });
});

describe('a refused domain', () => {
  it('says why it cannot be monitored', async () => {
    const watched = await journey.open();
    const { page } = watched;
    watched.expect(/status of 40[0-9]/);
    await signInOn(page, await newPerson(journey.server), '/certificates/add');
    const field = page.getByLabel('Enter Domain');
    const submit = page.getByRole('main').getByRole('button', { name: 'Add Certificate' });
    expect(await submit.isDisabled()).toBe(true);
    const { port } = journey.farm.tls;
    for (const [domain, text] of [
      ['not a host', /Enter only the domain and an optional port/],
      ['*.farm.test', /wildcard/i],
      ['nowhere.example', /not found|does not exist|no address/i],
      ['shop.farm.test:1', /refused/i],
      [`10.0.0.1:${port}`, /private address space/],
    ] as const) {
      await field.fill(domain);
      await submit.click();
      await page.getByText(text).first().waitFor();
      expect(await field.inputValue()).toBe(domain);
    }
    await expectAccessible(page, 'a refused domain');
    expectQuiet(watched);
  });
});
