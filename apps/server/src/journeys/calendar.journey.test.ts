import { seedBulkCertificates } from '@notafter/db/seed';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectLaidOut, expectQuiet, expectSoon, type Journey, signInOn, startJourney } from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

it('shows a URL that any calendar can read, until a new one replaces it', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const owner = await newPerson(journey.server);
  await seedBulkCertificates(journey.server.system.db, { orgId: owner.orgId, count: 3, now: new Date() });
  await signInOn(page, owner);
  await page.getByRole('button', { name: 'More list actions' }).click();
  await page.getByRole('menuitem', { name: /^Calendar feed/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar feed' });
  await dialog.getByRole('button', { name: 'Make Feed Address' }).click();
  const address = dialog.getByLabel('Feed address', { exact: true });
  const first = await address.inputValue();
  await expectAccessible(page, 'the calendar feed');
  await expectLaidOut(page, 'the calendar feed', [360, 1280]);
  const read = async (url: string): Promise<{ status: number; text: string }> => {
    // Without the person's cookie, like a calendar.
    const answer = await fetch(url.replace(journey.siteUrl, journey.server.url));
    return { status: answer.status, text: await answer.text() };
  };
  const feed = await read(first);
  expect(feed.status).toBe(200);
  expect(feed.text.match(/SUMMARY:Certificate of /g)).toHaveLength(3);

  await dialog.getByRole('button', { name: 'New Address' }).click();
  await dialog.getByText('The present address stops working at once.').waitFor();
  await expectAccessible(page, 'the question before a new address');
  await dialog.getByRole('button', { name: 'Replace Address' }).click();
  await expectSoon(() => address.inputValue()).not.toBe(first);
  const second = await address.inputValue();
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  expectQuiet(watched);
});
