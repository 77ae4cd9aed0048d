import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectQuiet, type Journey, signInOn, startJourney } from '../testing/journey.ts';
import { newPerson, type Person } from '../testing/people.ts';

let journey: Journey;
let person: Person;
beforeAll(async () => {
  journey = await startJourney();
  person = await newPerson(journey.server);
});
afterAll(() => journey?.close());

const CODE = '**/assets/_app.notifications-*.js';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

const failures: readonly (readonly [name: string, answer: (route: Route) => Promise<void>])[] = [
  ['is answered 404', (route) => route.fulfill({ status: 404 })],
  ['is answered 500', (route) => route.fulfill({ status: 500 })],
  ['is cut off by the network', (route) => route.abort()],
  [
    'arrives as its first half',
    async (route) => {
      const body = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'text/javascript', body: body.slice(0, body.length / 2) });
    },
  ],
];

describe('a screen whose chunk', () => {
  it.each(failures)('%s says so at once, and Reload loads it', async (_name, fail) => {
    const watched = await journey.open();
    watched.expect(/status of (404|500)|net::ERR_FAILED|Error loading route module|dynamically imported|SyntaxError|Unexpected|^500 from/);
    const { page } = watched;
    await signInOn(page, person);
    await page.route(CODE, fail);
    await page.getByRole('link', { name: 'Notifications' }).first().click();
    await heading(page, 'Loading chunk failed').waitFor();
    expect(new URL(page.url()).pathname).toBe('/notifications');
    expect(await page.locator('main[aria-busy=true]').count()).toBe(0);
    await expectAccessible(page, 'a screen whose code did not come');
    await page.unroute(CODE);
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()]);
    await page.getByText('No notifications sent yet').waitFor();
    expectQuiet(watched);
  });

  it('did not load does not block the other screens', async () => {
    const watched = await journey.open();
    watched.expect(/status of 404|Error loading route module|dynamically imported/);
    const { page } = watched;
    await signInOn(page, person, '/certificates/add');
    await page.route(CODE, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Notifications' }).first().click();
    await heading(page, 'Loading chunk failed').waitFor();
    await page.getByRole('link', { name: 'Certificates' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Certificates' }).waitFor();
    await page.getByText('No certificates yet').waitFor();
    expectQuiet(watched);
  });
});
