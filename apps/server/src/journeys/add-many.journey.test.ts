import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectQuiet, type Journey, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

it('adds many with tags, reports the result of each line, and exports them again', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const { domain, dns } = journey.farm;
  dns.set('gone.farm.test', 'NXDOMAIN');
  await signInOn(page, await newPerson(journey.server), '/certificates/add');
  const field = page.getByLabel('Domains, one per line, or CSV');
  await field.fill(
    `domain,team\n${domain('one')},Web\n${domain('two')},Web\n${domain('one')},Web\nhttps://three.farm.test,Web\n${domain('gone')},\n`,
  );
  await expectAccessible(page, 'a list to import');
  await page.getByRole('button', { name: 'Import' }).click();
  const report = page.getByRole('region', { name: 'Import report' });
  await report.getByText('3 added, 1 of them unreachable, 1 already monitored, 1 not added.').waitFor();
  await report.getByText('Enter domain without http:// or https://').waitFor();
  await expectAccessible(page, 'an import report');
  await report.getByLabel('Problems only (2)').check();
  expect(await report.locator('tbody tr').count()).toBe(2);

  await page.getByRole('link', { name: 'Certificates' }).first().click();
  await page.getByLabel('Tag', { exact: true }).selectOption('team=Web');
  await page.getByRole('status').filter({ hasText: 'of 2' }).waitFor();
  await page.getByRole('button', { name: 'More list actions' }).click();
  await page.getByRole('menuitem', { name: /^Export CSV/ }).waitFor();
  await expectAccessible(page, 'the list menu');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /^Export CSV/ }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('one.farm.test');
  expect(csv).not.toContain('gone.farm.test');
  expect(csv.trim().split('\n')).toHaveLength(3);

  await visit(page, '/certificates/add');
  await page.getByLabel('File with domains').setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'Import' }).click();
  await report.getByText('0 added, 2 already monitored.').waitFor();
  expectQuiet(watched);
});

it('is named, but not offered, on a plan without it', async () => {
  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, await newPerson(journey.server, {}, 'Team'), '/certificates/add');
  await page.getByText('Bulk import is available on Business and Enterprise plans.').waitFor();
  expect(await page.getByLabel('Domains, one per line, or CSV').count()).toBe(0);
  await expectAccessible(page, 'Add Certificate on Team');
  expectQuiet(watched);
});
