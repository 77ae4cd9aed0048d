import { makeUser, TEST_PASSWORD } from '@notafter/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  expectAccessible,
  expectLaidOut,
  expectQuiet,
  expectSoon,
  expectTitle,
  type Journey,
  ledTo,
  signInOn,
  startJourney,
  visit,
} from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';
import {
  CONTENTS,
  choose,
  dialog,
  fact,
  queryWith,
  removeServices,
  restoreDeleted,
  SLOW_MS,
  showPassword,
  signInWith,
} from '../testing/service-pages.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(async () => {
  await removeServices(journey.server);
  await journey?.close();
});

it('deploys a PostgreSQL on this server, fills, resizes, backs up and deletes it, and restores the last backup', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const admin = await newPerson(journey.server, {}, 'Forever Free');
  const { email } = await makeUser(journey.server.system, admin.orgId, { password: TEST_PASSWORD, role: 'viewer' });
  await signInOn(page, admin);

  await page.getByRole('link', { name: 'Services', exact: true }).click();
  await page.getByText('No services yet').waitFor();
  await expectTitle(page, 'Services | Notafter');
  await expectAccessible(page, 'services before the first');
  await page.getByRole('link', { name: 'Create Service' }).click();
  await page.getByRole('radiogroup', { name: 'Solution' }).waitFor();
  await expectAccessible(page, 'the first step of a service');
  const deploy = page.getByRole('button', { name: 'Deploy', exact: true });
  expect(await deploy.isDisabled()).toBe(true);
  await choose(page);
  await expectAccessible(page, 'all choices of a service');
  await expectLaidOut(page, 'all choices of a service');
  await deploy.click();
  const question = dialog(page, 'Confirm Deployment');
  await question.getByText('hobbyist').waitFor();
  await expectAccessible(page, 'the confirmation of a deployment');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await dialog(page, 'The deploy is in progress').getByRole('progressbar', { name: 'Deployment' }).waitFor();
  const complete = dialog(page, 'The deploy is complete');
  await complete.getByRole('link').waitFor({ timeout: SLOW_MS });
  await expectAccessible(page, 'a complete deployment');
  await complete.getByRole('button', { name: 'Close' }).last().click();
  await page.waitForURL('/services');

  const row = page.getByRole('table', { name: 'Services' }).getByRole('row').nth(1);
  await row.getByText('Running').waitFor();
  await expectAccessible(page, 'services');
  await expectLaidOut(page, 'services');
  const resourceId = (await row.getByRole('link').textContent()) ?? '';
  await row.getByRole('link').click();
  await page.waitForURL(`/services/${resourceId}`);
  await page.getByRole('heading', { level: 1, name: 'Service Detail' }).waitFor();
  const password = await showPassword(page);
  expect(await signInWith(journey.server, page, password)).toBe('signed_in');
  await expectAccessible(page, 'a service');
  await expectLaidOut(page, 'a service');
  await page.getByRole('link', { name: 'Node', exact: true }).click();
  await page.getByText(/const sql = postgres/).waitFor();

  await page.getByRole('link', { name: 'Resize Service' }).click();
  await page.getByRole('heading', { name: 'Select a Size' }).waitFor();
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByText('No size selected').waitFor();
  expect(await page.getByRole('radio', { name: 'hobbyist' }).count()).toBe(0);
  await page.getByRole('radio', { name: 'professional' }).check();
  await summary.getByText('$531.61').waitFor();
  await expectAccessible(page, 'the resize of a service');
  await expectLaidOut(page, 'the resize of a service');
  await summary.getByRole('button', { name: 'Resize' }).click();
  const resized = dialog(page, 'The instance was resized correctly');
  await resized.getByRole('link').waitFor({ timeout: SLOW_MS });
  await resized.getByRole('button', { name: 'Close' }).last().click();
  await page.waitForURL('/services');
  await row.getByText('professional').waitFor();

  await row.getByRole('link').click();
  const connected = queryWith(page, password, 'SELECT pg_sleep(600)').then(
    () => 'ended by itself',
    () => 'closed',
  );
  const sleeping = "SELECT count(*)::int AS clients FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'";
  await expectSoon(() => queryWith(page, password, sleeping), 'a client with the old password').toEqual([{ clients: 1 }]);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await dialog(page, `Change password of ${resourceId}`).getByRole('button', { name: 'Change Password' }).click();
  await page.getByRole('table', { name: 'Events' }).getByText('The password was changed.').waitFor({ timeout: SLOW_MS });
  const next = await showPassword(page);
  expect(next).not.toBe(password);
  expect([await signInWith(journey.server, page, next), await signInWith(journey.server, page, password)]).toEqual([
    'signed_in',
    'refused',
  ]);
  const old = page.getByRole('region', { name: 'Connected with the old password' });
  await old.getByRole('table', { name: 'Old connections' }).getByText('127.0.0.1').waitFor();
  await expectAccessible(page, 'old connections of a service');
  await expectLaidOut(page, 'old connections of a service');
  await old.getByRole('button', { name: 'Close Connections' }).click();
  await dialog(page, 'Close connections with the old password').getByRole('button', { name: 'Close Connections' }).click();
  await old.getByText(/^No client is connected from before/).waitFor();
  expect(await connected).toBe('closed');

  const written = await queryWith(page, next, 'CREATE TABLE kept AS SELECT n, md5(n::text) AS hash FROM generate_series(1, 100000) AS n');
  expect(written).toHaveLength(0);
  const contents = await queryWith(page, next, CONTENTS);
  const backups = page.getByRole('region', { name: 'Backups' });
  await backups.getByText('No backups yet').waitFor();
  await backups.getByRole('button', { name: 'Back Up Now' }).click();
  await backups.getByText('Good', { exact: true }).waitFor({ timeout: SLOW_MS });
  await backups.getByRole('button', { name: /^Actions for the backup/ }).click();
  const data = await page.getByRole('menuitem', { name: /^Download/ }).getAttribute('href');
  const archive = await page.request.get(data ?? '');
  expect([archive.status(), archive.headers()['content-type']]).toEqual([200, 'application/x-tar']);
  expect((await archive.body()).includes('PG_VERSION')).toBe(true);
  await page.keyboard.press('Escape');
  const files = await page.request.get((await page.getByRole('link', { name: 'Export' }).getAttribute('href')) ?? '');
  expect([files.status(), files.headers()['content-disposition']]).toEqual([200, `attachment; filename="${resourceId}.tar.gz"`]);
  await expectAccessible(page, 'the backups of a service');
  await expectLaidOut(page, 'the backups of a service');

  const viewer = await journey.open();
  await signInOn(viewer.page, { email, password: TEST_PASSWORD }, '/services');
  await viewer.page.getByRole('link', { name: resourceId }).click();
  await fact(viewer.page, 'Password').getByText('Admins of your organization see it.').waitFor();
  expect(await fact(viewer.page, 'Default User').textContent()).toBe('postgres');
  for (const name of ['Show password', 'Change Password', 'Delete Service']) {
    expect(await viewer.page.getByRole('button', { name }).count()).toBe(0);
  }
  await expectAccessible(viewer.page, 'a service, as a viewer');
  for (const path of ['/services/create', '/services/create/cloud', `/services/${resourceId}/resize`]) {
    await visit(viewer.page, path);
    await viewer.page.getByText(/^Your role does not allow this\./).waitFor();
  }
  expectQuiet(viewer);

  const protection = page.getByRole('switch', { name: 'Termination protection' });
  const remove = page.getByRole('button', { name: 'Delete Service' });
  await protection.press('Space');
  await expectSoon(() => remove.isDisabled()).toBe(true);
  await protection.press('Space');
  await expectSoon(() => remove.isDisabled()).toBe(false);
  await remove.click();
  const sure = dialog(page, `Delete ${resourceId}`);
  await sure.getByText('Are you sure you want to delete this service? This action is irreversible and all data will be lost.').waitFor();
  await expectAccessible(page, 'the question before a deletion');
  await sure.getByRole('checkbox', { name: 'Take a final backup first' }).check();
  watched.expect(/status of 404/);
  await sure.getByRole('button', { name: 'Delete' }).click();
  await dialog(page, 'Success').getByText('The instance was terminated successfully.').waitFor({ timeout: SLOW_MS });
  await page.waitForURL('/services');
  await page.getByText('No services yet').waitFor();
  await page.goto(`/services/${resourceId}`);
  await page.getByRole('heading', { name: 'Service not found' }).waitFor();

  await visit(page, '/services');
  await page.getByRole('table', { name: 'Backups of deleted services' }).waitFor();
  await expectAccessible(page, 'the backups of deleted services');
  const restored = await restoreDeleted(page, resourceId);
  expect(restored).not.toBe(resourceId);
  const itsPassword = await showPassword(page);
  expect(itsPassword).not.toBe(next);
  expect(await queryWith(page, itsPassword, CONTENTS)).toEqual(contents);
  expectQuiet(watched);
});

it('is created on the screen of all providers, and cancelled while it is deployed', async () => {
  const { engines } = journey.server.system.gateways.services;
  // Or a fast machine would be up before the cancel.
  const signIn = vi.spyOn(engines, 'signIn').mockResolvedValue({ result: 'unavailable', reason: 'The engine is starting.' });
  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, await newPerson(journey.server), '/services/create');
  await page.getByRole('radio', { name: 'PostgreSQL' }).check();
  await page.getByRole('link', { name: 'All cloud providers' }).click();
  await ledTo(page, '/services/create/cloud?solution=postgres');
  await page.getByRole('row', { name: /Azure/ }).getByText('Not enabled on this installation').waitFor();
  expect(await page.getByRole('radio', { name: 'Azure' }).isDisabled()).toBe(true);
  await choose(page);
  await expectAccessible(page, 'the screen of all providers');
  await expectLaidOut(page, 'the screen of all providers');
  const summary = page.getByRole('region', { name: 'Service Summary' });
  await summary.getByText('$144.56').waitFor();
  await summary.getByRole('button', { name: 'Deploy Service' }).click();
  await dialog(page, 'Confirm Deployment').getByRole('button', { name: 'Confirm' }).click();
  watched.expect(/status of 404/);
  const progress = dialog(page, 'The deploy is in progress');
  await progress.getByText('The engine is starting.').waitFor({ timeout: SLOW_MS });
  await expectAccessible(page, 'the progress of a deployment');
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Deployment cancelled').waitFor({ timeout: SLOW_MS });
  await visit(page, '/services');
  await page.getByText('No services yet').waitFor();
  signIn.mockRestore();
  expectQuiet(watched);
});
