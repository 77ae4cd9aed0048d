import { environments, newId } from '@notafter/db';
import { seedBulkCertificates } from '@notafter/db/seed';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectQuiet, type Journey, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson, type Person } from '../testing/people.ts';

const COUNT = 60;
const TAGGED = 12;

let journey: Journey;
let person: Person;
beforeAll(async () => {
  journey = await startJourney();
  const made = await newPerson(journey.server);
  person = made;
  const { db } = journey.server.system;
  const now = new Date();
  await seedBulkCertificates(db, { orgId: made.orgId, count: COUNT, now });
  const environmentId = newId<'environment'>();
  await db.insert(environments).values({ id: environmentId, orgId: made.orgId, name: 'Harbour', description: null, createdAt: now });
  await db.$client`
    update certificates set environment_id = ${environmentId}, tags = '{"team":"Dock"}'
    where id in (select id from certificates where org_id = ${made.orgId} order by id limit ${TAGGED})`;
});
afterAll(() => journey?.close());

const pager = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

describe('filters', () => {
  it('by environment and tag narrow the rows and are in the URL, but do not narrow select all', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, person);
    await page.getByLabel('Environment', { exact: true }).selectOption('Harbour');
    await pager(page, `of ${TAGGED}`).waitFor();
    await page.getByLabel('Tag', { exact: true }).selectOption('team=Dock');
    await page.waitForURL(/tag=team%3DDock/);
    await pager(page, `of ${TAGGED}`).waitFor();
    await visit(page, page.url());
    await pager(page, `of ${TAGGED}`).waitFor();
    await expectAccessible(page, 'the filtered list');
    // Checked once the count of all is there.
    await page.getByRole('checkbox', { name: 'Select all matching certificates' }).click();
    await page.getByText(`${COUNT} selected`).waitFor();
    await page.getByRole('button', { name: 'Bulk' }).click();
    await page.getByRole('menuitem', { name: 'Delete Selected' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${COUNT} certificates` });
    await dialog.getByText('environment and tag filters do not narrow them').waitFor();
    await expectAccessible(page, 'what select all means');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expectQuiet(watched);
  });

  it('can be typed, and an invalid search shows an error without losing the rows', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, person);
    const search = page.getByRole('searchbox', { name: 'Search domain or issuer' });
    await page.getByRole('button', { name: 'Search words' }).click();
    await page.getByRole('menuitem', { name: /^tag:/ }).waitFor();
    await expectAccessible(page, 'the search words');
    await page.getByRole('menuitem', { name: /^tag:/ }).click();
    await search.fill('tag:team=dock env:harbour');
    await pager(page, `of ${TAGGED}`).waitFor();
    await search.fill('expires:soon');
    await page.getByText("Write 'expires:' with days or a date").waitFor();
    await pager(page, `of ${TAGGED}`).waitFor();
    await expectAccessible(page, 'a search that cannot be read yet');
    watched.expect(/400/);
    await visit(page, '/certificates?q=tag%3A');
    await page.getByText('This search is not valid').waitFor();
    await expectAccessible(page, 'a link with a search that cannot be read');
    await page.getByRole('link', { name: 'Clear search' }).click();
    await pager(page, `of ${COUNT}`).waitFor();
    expectQuiet(watched);
  });
});

it('shows a running Check All after leaving and returning', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const owner = await newPerson(journey.server);
  const { db } = journey.server.system;
  await seedBulkCertificates(db, { orgId: owner.orgId, count: 3, now: new Date() });
  await signInOn(page, owner);
  await page.getByRole('button', { name: 'Check All' }).click();
  await page
    .getByText(/^Checked \d of 3|could not be checked/)
    .first()
    .waitFor();
  const [run] = await db.$client<{ id: string }[]>`select id from processes where org_id = ${owner.orgId}`;
  if (run === undefined) throw new Error('no run was started');
  // As if it still ran when the person returns, and ended then.
  await page.evaluate((id) => localStorage.setItem('check_run', `${id} all`), run.id);
  await page.getByRole('region', { name: 'Failed checks' }).waitFor({ timeout: 30_000 });
  await page.evaluate((id) => localStorage.setItem('check_run', `${id} all`), run.id);
  await visit(page, '/certificates');
  await page.getByRole('region', { name: 'Failed checks' }).getByText('3 of 3 could not be checked').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('check_run'))).toBeNull();
  expectQuiet(watched);
});
