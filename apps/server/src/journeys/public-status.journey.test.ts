import { certificates } from '@notafter/db';
import { seedBulkCertificates } from '@notafter/db/seed';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectLaidOut, expectQuiet, type Journey, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

it('an admin publishes the endpoints with a tag, and a stranger reads the page, its badge and its feed', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const admin = await newPerson(journey.server);
  await seedBulkCertificates(journey.server.system.db, { orgId: admin.orgId, count: 12, now: new Date() });
  await journey.server.system.db.update(certificates).set({ tags: { public: 'yes' } });
  await signInOn(page, admin);
  await page.getByRole('button', { name: 'More list actions' }).click();
  await page.getByRole('menuitem', { name: /^Public status page/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Public status page' });
  await dialog.getByLabel('Title').fill('Harborline');
  await dialog.getByLabel('Tag').fill('public=yes');
  await expectAccessible(page, 'the settings of the status page');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More list actions' }).click();
  await page.getByRole('menuitem', { name: /^Public status page/ }).click();
  const address = (await dialog.getByRole('link').first().getAttribute('href')) ?? '';
  expectQuiet(watched);

  const stranger = await journey.open();
  await visit(stranger.page, new URL(address).pathname);
  await stranger.page.getByRole('heading', { level: 1, name: 'Harborline' }).waitFor();
  expect(await stranger.page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem').count()).toBe(12);
  await expectAccessible(stranger.page, 'a public status page');
  await expectLaidOut(stranger.page, 'a public status page');
  // The second visit has the kept page, whose scripts run by the nonce of the new response.
  await visit(stranger.page, new URL(address).pathname);
  const [badge, feed] = await Promise.all(
    ['badge', 'RSS'].map(async (name) =>
      stranger.page.request.get((await stranger.page.getByRole('link', { name }).getAttribute('href')) ?? ''),
    ),
  );
  expect(badge?.headers()).toMatchObject({ 'content-type': 'image/svg+xml', 'cross-origin-resource-policy': 'cross-origin' });
  expect(await feed?.text()).toContain('<title>Harborline</title>');
  expectQuiet(stranger);
});
