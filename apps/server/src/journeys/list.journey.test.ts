import { seedBulkCertificates } from '@notafter/db/seed';
import { type MisconfiguredServer, startMisconfiguredServer } from '@notafter/tls/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFarmEndpoints } from '../testing/farm-endpoints.ts';
import { expectAccessible, expectQuiet, expectSoon, type Journey, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson, type Person } from '../testing/people.ts';

const COUNT = 300;

let journey: Journey;
let person: Person;
beforeAll(async () => {
  journey = await startJourney();
  const made = await newPerson(journey.server);
  person = made;
  await seedBulkCertificates(journey.server.system.db, { orgId: made.orgId, count: COUNT, now: new Date() });
});
afterAll(() => journey?.close());

const rows = (page: Page) => page.getByRole('table', { name: 'Certificates' }).locator('tbody tr');
const pager = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const settled = (page: Page) => page.getByRole('table', { name: 'Certificates' }).and(page.locator('[aria-busy=false]')).waitFor();

describe('the list', () => {
  it('turns pages, and the URL restores each one', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, person);
    await pager(page, `1–10 of ${COUNT}`).waitFor();
    expect(await rows(page).count()).toBe(10);
    await expectAccessible(page, 'the full list');
    const first = await rows(page).first().textContent();
    await page.getByRole('button', { name: 'Next' }).click();
    await pager(page, `11–20 of ${COUNT}`).waitFor();
    const address = page.url();
    const eleventh = await rows(page).first().textContent();
    expect(eleventh).not.toBe(first);
    await visit(page, address);
    expect(await rows(page).first().textContent()).toBe(eleventh);
    await page.goBack();
    await pager(page, `1–10 of ${COUNT}`).waitFor();
    expect(await rows(page).first().textContent()).toBe(first);
    await page.getByRole('button', { name: '50', exact: true }).click();
    await pager(page, `1–50 of ${COUNT}`).waitFor();
    expect(new URL(page.url()).searchParams.get('rows')).toBe('50');
    expect(await rows(page).count()).toBe(50);
    expectQuiet(watched);
  });

  it('shows as many rows for each card as the card counts', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, person);
    const cards = page.getByLabel('Filter by status');
    for (const status of ['expired', 'critical', 'warning'] as const) {
      const card = cards.locator(`a[href*="status=${status}"]`);
      const count = Number(/\d+/.exec(((await card.textContent()) ?? '').replace(/(7|30)d/g, ''))?.[0]);
      await card.click();
      await page.waitForURL(`**/certificates?status=${status}`);
      await pager(page, new RegExp(`of ${count}$`)).waitFor();
      await settled(page);
      const chips = await rows(page)
        .locator('td')
        .filter({ hasText: /^(Expired|Critical|Warning|Valid)/ })
        .allInnerTexts();
      expect(chips.every((chip) => chip.toLowerCase().startsWith(status))).toBe(true);
      await visit(page, '/certificates');
    }
    expectQuiet(watched);
  });

  it('searches while typing, says when nothing matches, and sorts by its headers', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, person);
    const search = page.getByRole('searchbox', { name: 'Search domain or issuer' });
    await search.fill('sectigo');
    await page.waitForURL('**/certificates?q=sectigo');
    await rows(page).filter({ hasNotText: 'Sectigo' }).first().waitFor({ state: 'detached' });
    expect(await rows(page).count()).toBeGreaterThan(0);
    await visit(page, page.url());
    expect(await search.inputValue()).toBe('sectigo');
    await search.fill('no such name anywhere');
    await page.getByText('No match').waitFor();
    await expectAccessible(page, 'a search without a match');
    await page.getByRole('link', { name: 'Show all certificates' }).click();
    await pager(page, `1–10 of ${COUNT}`).waitFor();
    await expectSoon(() => search.inputValue()).toBe('');

    await page.getByRole('columnheader', { name: 'Domain' }).getByRole('link').click();
    await page.waitForURL('**/certificates?sort=domain');
    await page.locator('th[aria-sort=ascending]').filter({ hasText: 'Domain' }).waitFor();
    const domains = (): Promise<string[]> => rows(page).getByRole('link').filter({ hasText: '.example' }).allTextContents();
    await expectSoon(async () => (await domains()).every((domain, at, all) => at === 0 || (all[at - 1] ?? '') < domain)).toBe(true);
    await page.getByRole('columnheader', { name: 'Domain' }).getByRole('link').click();
    await page.waitForURL('**/certificates?sort=domain&order=desc');
    await page.locator('th[aria-sort=descending]').waitFor();
    expectQuiet(watched);
  });

  it('deletes everything that a filter matches, on all pages, and nothing else', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, person, '/certificates?q=digicert');
    const total = Number(/of (\d+)/.exec((await pager(page, / of \d+$/).textContent()) ?? '')?.[1]);
    expect(total).toBeGreaterThan(10);
    await page.getByRole('checkbox', { name: 'Select all matching certificates' }).check();
    await page.getByText(`${total} selected`).waitFor();
    await expectAccessible(page, 'a selection');
    await page.getByRole('button', { name: 'Bulk' }).click();
    await page.getByRole('menuitem', { name: 'Delete Selected' }).waitFor();
    await expectAccessible(page, 'the bulk menu');
    await page.getByRole('menuitem', { name: 'Delete Selected' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${total} certificates` });
    await expectAccessible(page, 'the bulk removal dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`${total} selected`).waitFor();
    await page.getByRole('button', { name: 'Bulk' }).click();
    await page.getByRole('menuitem', { name: 'Delete Selected' }).click();
    await dialog.getByRole('button', { name: 'Delete Certificates' }).click();
    await page.getByText(`${total} certificates deleted successfully!`).waitFor();
    await page.getByText('No match').waitFor();
    await visit(page, '/certificates');
    await pager(page, `1–10 of ${COUNT - total}`).waitFor();
    expectQuiet(watched);
  });
});

describe('a bulk check', () => {
  it('of selected rows counts those that answered and names those that did not', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const owner = await newPerson(journey.server);
    await signInOn(page, owner, '/certificates/add');
    for (const name of ['one', 'two', 'three']) {
      await page.getByLabel('Enter Domain').fill(journey.farm.domain(name));
      await page.getByRole('main').getByRole('button', { name: 'Add Certificate' }).click();
      await page.getByRole('region', { name: `Added ${name}.farm.test` }).waitFor();
    }
    journey.farm.dns.set('three.farm.test', 'NXDOMAIN');
    await page.getByRole('link', { name: 'Certificates' }).first().click();
    await page.getByRole('checkbox', { name: 'Select one.farm.test' }).check();
    await page.getByRole('checkbox', { name: 'Select two.farm.test' }).check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Bulk' }).click();
    await page.getByRole('menuitem', { name: 'Check Selected' }).click();
    await page.getByText('2 certificates checked successfully!').waitFor();
    await page.getByRole('button', { name: 'Check All' }).click();
    const failures = page.getByRole('region', { name: 'Failed checks' });
    await failures.getByText('1 of 3 could not be checked').waitFor();
    await failures.getByRole('link', { name: 'three.farm.test' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'three.farm.test' }).getByText('Unreachable').waitFor();
    await expectAccessible(page, 'a bulk check with a failure');
    expectQuiet(watched);
  });
});

describe('Cancel', () => {
  let silent: MisconfiguredServer;
  beforeAll(async () => {
    silent = await startMisconfiguredServer('silent');
  });
  afterAll(() => silent?.close());

  it('ends a bulk check of silent endpoints, and says how many were checked', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const owner = await newPerson(journey.server);
    const { db } = journey.server.system;
    const rule = { checkIntervalHours: 12 };
    await addFarmEndpoints(db, { tls: silent }, { orgId: owner.orgId, count: 1500, now: new Date(), rule, phases: 'even' });
    await signInOn(page, owner);
    await settled(page);
    await page.getByRole('button', { name: 'Check All' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('region', { name: 'Check result' }).getByText('The check was cancelled.').waitFor();
    expect(await page.getByRole('button', { name: 'Check All' }).isEnabled()).toBe(true);
    await expectAccessible(page, 'a canceled bulk check');
    expectQuiet(watched);
  });

  it('ends an import, and lists the certificates added before', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server), '/certificates/add');
    const hosts = Array.from({ length: 600 }, (_, index) => `silent-${index}.farm.test:${silent.port}`);
    await page.getByLabel('Domains, one per line, or CSV').fill(hosts.join('\n'));
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('The import was cancelled.').waitFor();
    expectQuiet(watched);
  });
});

describe('a viewer', () => {
  it('sees the list without checkboxes and actions', async () => {
    const watched = await journey.open();
    const viewer = await newPerson(journey.server, { role: 'viewer' });
    await seedBulkCertificates(journey.server.system.db, { orgId: viewer.orgId, count: 5, now: new Date() });
    await signInOn(watched.page, viewer);
    await settled(watched.page);
    expect(await rows(watched.page).count()).toBe(5);
    expect(await watched.page.getByRole('checkbox').count()).toBe(0);
    expect(await watched.page.getByRole('button', { name: /Check|Bulk|actions for/ }).count()).toBe(0);
    await expectAccessible(watched.page, "a viewer's list");
    expectQuiet(watched);
  });
});
