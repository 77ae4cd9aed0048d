import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectQuiet,
  expectSignedOut,
  type Journey,
  keepHere,
  ledTo,
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

describe('a forgotten password', () => {
  it('is replaced with a mailed link, which works once and ends every session', async () => {
    const watched = await journey.open();
    const { page } = watched;
    watched.expect(/status of 40[01]/);
    const person = await newPerson(journey.server);
    const elsewhere = await journey.open();
    await signInOn(elsewhere.page, person);

    await visit(page, '/');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    const form = page.getByRole('form', { name: 'Forgot Password' });
    expect(await form.getByLabel('Email').inputValue()).toBe(person.email);
    await form.getByRole('button', { name: 'Send Reset Link' }).click();
    await form.getByText('Password reset link sent to your email.').waitFor();
    await expectAccessible(page, 'the reset request');

    const link = await mailedLink(journey.server.dataDir, person.email, '/reset-password/');
    await visit(page, link);
    const submit = page.getByRole('button', { name: 'Reset Password' });
    await submit.click();
    await page.getByText('Please fill out all fields.').waitFor();
    await page.getByLabel('New Password').fill('a better phrase');
    await page.getByLabel('Confirm Password').fill('another phrase');
    await submit.click();
    await page.getByText('Passwords do not match.').waitFor();
    await page.getByLabel('New Password').fill('abc');
    await page.getByLabel('Confirm Password').fill('abc');
    await submit.click();
    await page.getByText('Password must be at least 6 characters long.').waitFor();
    await page.getByLabel('New Password').fill('password1');
    await page.getByLabel('Confirm Password').fill('password1');
    await submit.click();
    await page.getByText('This password is too common. Choose another password.').waitFor();
    await expectAccessible(page, 'a refused new password');
    await page.getByLabel('New Password').fill('a better phrase');
    await page.getByLabel('Confirm Password').fill('a better phrase');
    const leadOn = await keepHere(page);
    await submit.click();
    await page.getByText('Password reset successfully! Redirecting to login...').waitFor();
    await expectAccessible(page, 'the password is reset');
    leadOn();
    await ledTo(page, '/');

    elsewhere.expect(/status of 401/);
    await expectSignedOut(elsewhere.page);

    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Invalid email or password. Please try again.').waitFor();
    await signInOn(page, { ...person, password: 'a better phrase' });

    await visit(elsewhere.page, link);
    await elsewhere.page.getByLabel('New Password').fill('yet another phrase');
    await elsewhere.page.getByLabel('Confirm Password').fill('yet another phrase');
    elsewhere.expect(/status of 400/);
    await elsewhere.page.getByRole('button', { name: 'Reset Password' }).click();
    await elsewhere.page.getByText('This link was already used. Please request a new one.').waitFor();
    expectQuiet(watched);
    expectQuiet(elsewhere);
  });
});
