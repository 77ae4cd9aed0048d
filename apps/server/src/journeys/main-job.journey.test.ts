import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectQuiet,
  expectSignedOut,
  expectSoon,
  expectTitle,
  type Journey,
  keepHere,
  ledTo,
  startJourney,
  visit,
} from '../testing/journey.ts';
import { mailedLink } from '../testing/outbox.ts';

const ada = { email: 'ada@analytical.example', password: 'Engine No. 1 of 1837' };

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

describe('the main job', () => {
  it('goes from signing up to a monitored certificate and back', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const domain = journey.farm.domain('shop');

    await visit(page, '/');
    await expectTitle(page, 'Sign in | Notafter');
    await expectAccessible(page, 'sign-in');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Work Email').fill(ada.email);
    await expectAccessible(page, 'sign-up, step 1');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('First Name').fill('Ada');
    await page.getByLabel('Last Name').fill('Lovelace');
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await expectAccessible(page, 'sign-up, step 2');
    const leadOn = await keepHere(page);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByText('Registration successful! Check your email for verification.').waitFor();
    await expectAccessible(page, 'signed up');
    leadOn();
    await ledTo(page, '/');

    const goToSignIn = await keepHere(page);
    await visit(page, await mailedLink(journey.server.dataDir, ada.email, '/activate/'));
    await page.getByText('Your account is active. You can sign in now.').waitFor();
    await expectAccessible(page, 'activation');
    goToSignIn();
    await ledTo(page, '/');

    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('No certificates yet').waitFor();
    await expectAccessible(page, 'the empty list');

    await page.getByRole('link', { name: 'Add Certificate' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Add Certificate' }).waitFor();
    await page.getByLabel('Enter Domain').fill(`  ${domain.toUpperCase()} `);
    await page.getByRole('main').getByRole('button', { name: 'Add Certificate' }).click();
    await page.getByText('Certificate added successfully!').waitFor();
    const added = page.getByRole('region', { name: `Added ${domain}` });
    await added.getByText('Notafter Farm').first().waitFor();
    await expectAccessible(page, 'added');

    await page.getByRole('link', { name: 'Certificates' }).first().click();
    const row = page.getByRole('row').filter({ hasText: 'shop.farm.test' });
    await row.getByText('Valid').waitFor();
    expect(await row.textContent()).toContain('Notafter Farm');
    await expectAccessible(page, 'the list');

    await row.getByRole('link', { name: 'shop.farm.test' }).click();
    await page.getByRole('heading', { name: domain }).waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Added').waitFor();
    const { notAfter } = journey.farm.tls.certificateOf('shop.farm.test');
    await page.getByText(notAfter.getUTCFullYear().toString()).first().waitFor();
    await expectAccessible(page, 'the detail');

    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Certificate checked successfully!').waitFor();
    await history.getByText('Checked').waitFor();

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${domain}` });
    await dialog.waitFor();
    await expectAccessible(page, 'the removal dialog');
    await dialog.getByRole('button', { name: 'Delete Certificate' }).click();
    await page.getByText('Certificate deleted successfully!').waitFor();
    await page.getByText('No certificates yet').waitFor();

    await page.getByRole('button', { name: 'Account' }).click();
    await expectAccessible(page, 'the account menu');
    // An avatar request that is still pending would be rejected after signing out.
    await expectSoon(() => page.evaluate(() => [...document.images].every(({ complete }) => complete))).toBe(true);
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    await expectSignedOut(page);
    expectQuiet(watched);
  });
});
