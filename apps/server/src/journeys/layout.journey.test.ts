import { environments, newId } from '@notafter/db';
import { seedBulkCertificates } from '@notafter/db/seed';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLaidOut, expectQuiet, expectSoon, type Journey, reload, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson, type Person } from '../testing/people.ts';

let journey: Journey;
let person: Person;
let detail: string;
beforeAll(async () => {
  journey = await startJourney();
  const made = await newPerson(journey.server, {}, 'Team');
  person = made;
  const { db } = journey.server.system;
  const now = new Date();
  await seedBulkCertificates(db, { orgId: made.orgId, count: 40, now });
  const environmentId = newId<'environment'>();
  await db.insert(environments).values({ id: environmentId, orgId: made.orgId, name: 'Production', description: null, createdAt: now });
  const [row] = await db.$client<{ id: string }[]>`
    with changed as (
      update certificates set environment_id = ${environmentId}, tags = '{"team":"Dock"}', issuer = 'Google Trust Services'
      where org_id = ${made.orgId} returning id)
    select id from changed limit 1`;
  detail = `/certificates/${row?.id}`;
});
afterAll(() => journey?.close());

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not on the screen.');
  return box;
};
const firstRow = (page: Page): Locator => page.getByRole('table', { name: 'Certificates' }).locator('tbody tr').first();

describe('nothing is clipped, overlaps or overflows', () => {
  it('on public screens', async () => {
    const watched = await journey.open();
    for (const path of ['/', '/signup', '/terms']) {
      await visit(watched.page, path);
      await expectLaidOut(watched.page, path);
    }
    expectQuiet(watched);
  });

  it('on screens with certificates', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, person);
    await expectLaidOut(page, '/certificates');
    for (const path of [
      detail,
      '/certificates/add',
      '/discovery',
      '/notifications',
      '/notifications?tab=channels',
      '/notifications?tab=smart',
    ]) {
      await visit(page, path);
      await expectLaidOut(page, path);
    }
    for (const path of [
      '/users',
      '/billing',
      '/settings',
      '/settings?tab=1',
      '/trust-anchors',
      '/audit',
      '/services',
      '/services/create',
      '/services/create/cloud',
    ]) {
      await visit(page, path);
      await expectLaidOut(page, path);
    }
    expectQuiet(watched);
  });

  it('on a certificate with a history', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server));
    const add = { data: { domain: journey.farm.domain('shop') }, headers: { 'sec-fetch-site': 'same-origin' } };
    const added = await page.request.post('/v1/certificates/add', add);
    expect(added.status()).toBe(200);
    const { certificate } = await added.json();
    await visit(page, `/certificates/${certificate.id}`);
    await page.getByRole('region', { name: 'History' }).getByText('Added').waitFor();
    await expectLaidOut(page, 'a certificate with a history');
    expectQuiet(watched);
  });

  it('on locked and on empty screens', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server, {}, 'Forever Free'));
    await expectLaidOut(page, '/certificates, empty');
    for (const path of ['/discovery', '/notifications', '/notifications?tab=channels', '/notifications?tab=smart', '/users', '/billing']) {
      await visit(page, path);
      await expectLaidOut(page, `${path}, locked or empty`);
    }
    expectQuiet(watched);
  });
});

describe('the list', () => {
  it('has its tools in one row from 1180 px up, also with a selection', async () => {
    const watched = await journey.open({ viewport: { width: 1180, height: 800 } });
    const { page } = watched;
    await signInOn(page, person);
    await page.getByLabel('Tag', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all matching certificates' }).check();
    await page.getByText('40 selected').waitFor();
    const tools = ['Search words', 'Manage Environments', 'Bulk', 'Check All', 'More list actions'];
    const middles = async (): Promise<number> => {
      const buttons = tools.map((name) => page.getByRole('button', { name, exact: true }));
      const boxes = await Promise.all([...buttons, page.getByLabel('Environment', { exact: true })].map(boxOf));
      return new Set(boxes.map(({ y, height }) => Math.round(y + height / 2))).size;
    };
    for (const width of [1180, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expectSoon(middles, `rows of tools at ${width}`).toBe(1);
    }
    expectQuiet(watched);
  });

  it('gives the spare width at 1280 px to the horizon, and clips no issuer', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, person);
    await firstRow(page).locator('[data-col~=issuer]').getByText('Google Trust Services').waitFor();
    await page.evaluate(() => document.fonts.ready);
    expect((await boxOf(firstRow(page).locator('[data-col~=horizon]'))).width).toBeGreaterThan(190);
    const cut = await page
      .locator('tbody [data-col~=issuer] > span')
      .evaluateAll(
        (issuers) =>
          issuers.filter((issuer) => issuer.scrollHeight > issuer.clientHeight || issuer.scrollWidth > issuer.clientWidth).length,
      );
    expect(cut).toBe(0);
    expectQuiet(watched);
  });

  it('starts near the top on a phone, with filters and environments in one menu', async () => {
    const watched = await journey.open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const { page } = watched;
    await signInOn(page, person);
    const channel = { channel_type: 'slack', enabled: true, settings: { webhook: 'https://hooks.slack.com/services/T0/B0/X' } };
    const saved = await page.request.post('/v1/notifications/channels', { data: channel, headers: { 'sec-fetch-site': 'same-origin' } });
    expect(saved.status()).toBe(200);
    await reload(page);
    await page.evaluate(() => document.fonts.ready);
    expect((await boxOf(firstRow(page))).y).toBeLessThan(310);
    const more = page.getByRole('button', { name: 'More list actions' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Manage Environments' }).waitFor();
    await expectLaidOut(page, 'the menu of the list on a phone', [390]);
    await page.getByRole('menuitem', { name: /^Filter/ }).click();
    await page.getByLabel('Tag', { exact: true }).selectOption('team=Dock');
    await page.waitForURL(/tag=team%3DDock/);
    await visit(page, page.url());
    expect(await page.getByLabel('Tag', { exact: true }).isVisible()).toBe(true);
    await expectLaidOut(page, 'the filtered list on a phone', [360, 390]);
    expectQuiet(watched);
  });
});
