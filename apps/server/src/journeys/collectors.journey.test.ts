import { BundleWriter } from '@notafter/testing';
import { readPemCertificates } from '@notafter/tls';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectLaidOut, expectQuiet, type Journey, ledTo, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newColleague, newPerson } from '../testing/people.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Adds a collector, and reads its token from the command that the dialog shows. */
const addCollector = async (page: Page, name: string): Promise<string> => {
  await press(page, 'Add Collector');
  await dialog(page, 'Add Collector').getByLabel('Name').fill(name);
  await expectAccessible(page, 'the dialog of a new collector');
  await dialog(page, 'Add Collector').getByRole('button', { name: 'Add Collector' }).click();
  const enroll = dialog(page, `Enroll ${name}`);
  await enroll.getByRole('radio', { name: 'Container' }).check();
  const command = enroll.locator('code');
  expect(await command.textContent()).toMatch(/^docker run .* enroll nac_.{4}… && docker run -d /);
  await enroll.getByRole('radio', { name: 'npm' }).check();
  await expectAccessible(page, 'a token that is shown once');
  await expectLaidOut(page, 'a token that is shown once');
  await enroll.getByRole('button', { name: 'Show Token' }).click();
  const token = /notafter-collector enroll (nac_\S+)$/.exec((await command.textContent()) ?? '')?.[1] ?? '';
  await enroll.getByRole('button', { name: 'Done' }).click();
  return token;
};

it('enrolls a collector with one command, shows what it reports, imports its bundles, and ends it', async () => {
  const { issue } = journey.farm.tls.authority;
  const watched = await journey.open();
  const { page } = watched;
  const admin = await newPerson(journey.server);
  await signInOn(page, admin, '/collectors');
  await page.getByText('No collectors yet').waitFor();
  await expectAccessible(page, 'no collectors');
  await expectLaidOut(page, 'no collectors');

  const program = new BundleWriter(await addCollector(page, 'Vault network'));
  const row = page.getByRole('row', { name: /Vault network/ });
  await row.getByText('Waiting').waitFor();
  const copy = program.copy();
  const first = await program.write({
    endpoints: [{ target: 'vault.internal', chain: readPemCertificates(issue('vault.internal').chainPem) }, { target: 'db.internal:8443' }],
    files: [
      { path: '/etc/nginx/tls/shop.pem', chain: readPemCertificates(issue(['shop.internal', 'www.shop.internal']).chainPem), hasKey: true },
      { path: '/opt/app/keystore.jks', format: 'jks', problem: { code: 'wrong_password', message: 'The password is wrong.' } },
    ],
  });
  expect((await journey.server.call('/v1/collector/bundles', { raw: first })).status).toBe(200);

  // The screen follows a collector that waits, and then its first bundle, without a reload.
  await row.getByText('Active').waitFor();
  await page.getByText('1 file can’t be read.').waitFor();
  await expectAccessible(page, 'collectors');
  await expectLaidOut(page, 'collectors');

  await page.getByRole('link', { name: 'Vault network' }).click();
  const files = page.getByRole('table', { name: 'Files' });
  await files.getByText('The password is wrong.').waitFor();
  expect(await files.getByRole('row', { name: /shop\.pem/ }).textContent()).toContain('shop.internal and www.shop.internal Key beside it');
  await page.getByRole('region', { name: 'Facts' }).getByText('10.0.0.0/8; ports 443, 8443').waitFor();
  await page.getByText('It checks 2 endpoints').waitFor();
  await expectAccessible(page, 'a collector');
  await expectLaidOut(page, 'a collector');
  const detail = page.url();

  await page.goto('/certificates');
  await page.getByRole('link', { name: 'vault.internal' }).click();
  await page.getByText(/^Collector Vault network checks this endpoint\./).waitFor();
  expect(await page.getByRole('button', { name: 'Check', exact: true }).isDisabled()).toBe(true);
  await expectAccessible(page, 'a certificate that a collector checks');

  const [second, , fourth, forged] = [await program.write(), await program.write(), await program.write(), await copyOfSecond(copy)];
  await visit(page, '/collectors');
  await press(page, 'Import Bundles');
  const imported = dialog(page, 'Import Bundles');
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  await imported
    .getByLabel('Bundles')
    .setInputFiles([
      file('1.notafter', first),
      file('2.notafter', second),
      file('4.notafter', fourth),
      file('notes.txt', Buffer.from('no')),
    ]);
  const outcomes = imported.getByRole('table', { name: 'Imported bundles' });
  const outcomeOf = (name: string) => outcomes.getByRole('row', { name: new RegExp(name) }).textContent();
  await outcomes.waitFor();
  expect(await outcomeOf('1.notafter')).toContain('Imported before');
  expect(await outcomeOf('2.notafter')).toContain('Stored');
  expect(await outcomeOf('4.notafter')).toContain('Bundle 3 of this collector is missing.');
  expect(await outcomeOf('notes.txt')).toContain('Not a bundle');
  await expectAccessible(page, 'imported bundles');
  await expectLaidOut(page, 'imported bundles');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    imported.getByRole('link', { name: 'Download receipt of Vault network' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${detail.split('/').at(-1)}.receipt`);
  await imported.getByLabel('Bundles').setInputFiles([file('copied.notafter', forged)]);
  await outcomes.getByText('Key copied').waitFor();
  await imported.getByRole('button', { name: 'Done' }).click();
  await row.getByText('Key copied').waitFor();
  await page.getByText(/^Two programs report with the key of this collector, so we take nothing more from it\./).waitFor();
  await expectAccessible(page, 'a collector whose key was copied');

  const viewer = await journey.open();
  await signInOn(viewer.page, await newColleague(journey.server, admin.orgId, { role: 'viewer' }), detail);
  await viewer.page.getByText('The password is wrong.').waitFor();
  expect(
    await viewer.page
      .getByRole('main')
      .getByRole('button', { name: /Edit|Revoke|Delete|Ask|Token/ })
      .count(),
  ).toBe(0);
  expectQuiet(viewer);

  await page.getByRole('link', { name: 'Vault network' }).click();
  await press(page, 'Revoke');
  await expectAccessible(page, 'the question before a revocation');
  await press(page, 'Revoke Collector');
  await page.getByText('Collector revoked').waitFor();
  await press(page, 'Delete');
  await page.getByLabel('Name of the collector').fill('Vault network');
  await expectAccessible(page, 'the question before a deletion');
  await press(page, 'Delete Collector');
  await ledTo(page, '/collectors');
  await page.getByText('No collectors yet').waitFor();
  expectQuiet(watched);
});

/** The copied program does not know the second bundle, so it writes another one with that number. */
const copyOfSecond = async (copy: BundleWriter): Promise<Buffer> => {
  await copy.write();
  return copy.write();
};

it('locks the screen on a plan without collectors', async () => {
  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, await newPerson(journey.server, {}, 'Team'), '/collectors');
  await page.getByText(/Collectors are available on the Enterprise plan\./).waitFor();
  await expectAccessible(page, 'locked collectors');
  await expectLaidOut(page, 'locked collectors');
  await page.getByRole('link', { name: 'Help for this screen' }).click();
  await page.getByRole('heading', { name: 'Collector Guide' }).waitFor();
  await expectAccessible(page, 'the collector guide');
  await expectLaidOut(page, 'the collector guide');
  expectQuiet(watched);
});
