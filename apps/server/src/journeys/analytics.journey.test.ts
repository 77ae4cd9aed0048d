import { seedBulkCertificates } from '@notafter/db/seed';
import type { PlanName } from '@notafter/domain';
import { recordDays } from '@notafter/features';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  expectAccessible,
  expectLaidOut,
  expectQuiet,
  expectTitle,
  type Journey,
  ledTo,
  signInOn,
  startJourney,
} from '../testing/journey.ts';
import { newPerson, signIn } from '../testing/people.ts';

const COUNT = 240;

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const personWith = async (plan: PlanName, role: 'admin' | 'viewer' = 'viewer'): ReturnType<typeof newPerson> => {
  const person = await newPerson(journey.server, { role }, plan);
  await seedBulkCertificates(journey.server.system.db, { orgId: person.orgId, count: COUNT, now: new Date() });
  return person;
};

it('a viewer on Enterprise sees every part, sorts and saves the scores, and follows the timeline into the list', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const viewer = await personWith('Enterprise');
  const { system } = journey.server;
  await system.db.$client`update organizations set created_at = now() - interval '9 days' where id = ${viewer.orgId}`;
  expect(await recordDays(system)).toBe(1);
  await signInOn(page, viewer);
  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  await page.getByRole('img', { name: /^Security Risk Score \d+ of 100/ }).waitFor();
  await page.getByText(`of ${COUNT} healthy`).waitFor();
  await expectTitle(page, 'Analytics | Notafter');
  await page.locator('.recharts-bar-rectangle').first().waitFor();
  await expectAccessible(page, 'analytics');
  await expectLaidOut(page, 'analytics');

  const scores = page.getByRole('table', { name: 'SSL Configuration Details' });
  const first = await scores.locator('tbody').getByRole('link').first().textContent();
  await page.getByRole('region', { name: 'SSL Configuration Details' }).getByRole('button', { name: 'Next' }).click();
  await scores.getByRole('link', { name: first ?? '', exact: true }).waitFor({ state: 'detached' });

  await page.getByRole('columnheader', { name: 'Cipher' }).getByRole('link').click();
  await ledTo(page, '/analytics?sort=cipher');
  await page.locator('th[aria-sort="ascending"]', { hasText: 'Cipher' }).waitFor();
  await scores.getByRole('link', { name: first ?? '', exact: true }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV', exact: true }).click();
  expect((await saved).suggestedFilename()).toMatch(/^ssl-scores-.*\.csv$/);
  await page.getByRole('link', { name: '365 days' }).click();
  await ledTo(page, '/analytics?sort=cipher&trend=365');
  await page.locator('.recharts-line-curve').nth(3).waitFor({ state: 'attached' });
  expect(await page.getByRole('table', { name: 'Trends' }).getByRole('row').count()).toBe(2);
  await page.getByRole('table', { name: 'Issuers over 365 days' }).getByRole('row').nth(1).waitFor({ state: 'attached' });

  await page.getByLabel('A wildcard group').fill('0');
  await page.getByText('An estimate. Actual savings may vary.').waitFor();
  await page.getByRole('link', { name: '365 d', exact: true }).click();
  await ledTo(page, '/analytics?sort=cipher&trend=365&days=365');
  await page.getByText(/expire in the next 365 days\.$/).waitFor();
  const row = page.getByRole('table', { name: 'Lifecycle timeline' }).getByRole('row').nth(2);
  const count = (await row.getByRole('cell').first().textContent()) ?? '';
  await row.getByRole('link').first().click();
  await page
    .getByRole('status')
    .filter({ hasText: `of ${count}` })
    .waitFor();
  expectQuiet(watched);
});

it('a plan without the parts has locked cards, and no figure of theirs in the document or from the API', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const person = await personWith('Essentials', 'admin');
  await signInOn(page, person, '/analytics');
  for (const name of ['Lifecycle', 'Estimated annual cost', 'Lifecycle timeline']) {
    await page
      .getByRole('region', { name, exact: true })
      .getByRole('link', { name: /^Upgrade to / })
      .waitFor();
  }
  await expectAccessible(page, 'analytics with locked cards');
  await expectLaidOut(page, 'analytics with locked cards');
  const headers = { cookie: await signIn(journey.server, person) };
  const { text } = await journey.server.call('/analytics', { headers });
  expect(text).toContain('Security Risk Score');
  for (const figure of ['savingsPercent', 'wildcardGroups', 'segments', 'Up to 90 days', 'saved by grouping'])
    expect(text).not.toContain(figure);
  for (const path of ['/v1/analytics/team', '/v1/analytics/timeline', '/api/trpc/analytics.team', '/api/trpc/analytics.timeline'])
    expect(await journey.server.call(path, { headers })).toMatchObject({ status: 403 });
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export evidence' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^evidence-.*\.jsonl$/);
  await page.getByRole('link', { name: 'Upgrade to Enterprise' }).click();
  await page.waitForURL('/billing');
  expectQuiet(watched);
});

it('a viewer on the smallest plan reads how ready the renewals are, and the counts are those of the rows', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const viewer = await personWith('Essentials');
  const rows = await journey.server.system.db.$client<{ issuer: string; born: string; dies: string }[]>`
    select issuer, not_before as born, not_after as dies from certificates where org_id = ${viewer.orgId} and not_after is not null`;
  const daysOf = ({ born, dies }: (typeof rows)[number]) => Math.round((Date.parse(dies) - Date.parse(born)) / 8_640_000) / 10;
  const byHand = rows.filter((row) => daysOf(row) > 92 && !/^(let's encrypt|google trust services)/i.test(row.issuer));
  const missed = byHand.filter((row) => daysOf(row) * 0.9 >= 100);
  await signInOn(page, viewer, '/analytics');
  await page.getByRole('link', { name: 'Readiness', exact: true }).click();
  await ledTo(page, '/analytics/readiness');
  await expectTitle(page, 'Readiness | Notafter');
  const card = page.getByRole('listitem').filter({ hasText: 'Renewed by hand' });
  await card.getByText(String(byHand.length), { exact: true }).waitFor();
  const limit = page
    .getByRole('table', { name: 'Coming limits' })
    .getByRole('row')
    .filter({ hasText: /^100 days/ });
  await limit.getByText(new RegExp(`^${missed.length} renewals? missed`)).waitFor();
  const work = page.getByRole('table', { name: 'Work by hand in a year' });
  const cost = work.getByRole('row').last().getByRole('cell').last();
  const before = await cost.textContent();
  await page.getByRole('slider', { name: 'An hour of work' }).press('End');
  await expect.poll(() => cost.textContent()).not.toBe(before);
  await expectAccessible(page, 'readiness');
  await expectLaidOut(page, 'readiness');

  const endpoints = page.getByRole('table', { name: 'Readiness of endpoints' });
  const first = await endpoints.locator('tbody').getByRole('link').first().textContent();
  await page.getByRole('region', { name: 'Endpoints', exact: true }).getByRole('button', { name: 'Next' }).click();
  await endpoints.getByRole('link', { name: first ?? '', exact: true }).waitFor({ state: 'detached' });
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV', exact: true }).click();
  expect((await saved).suggestedFilename()).toMatch(/^readiness-.*\.csv$/);
  await page.getByRole('table', { name: 'Automate first' }).getByRole('link').first().click();
  await page.waitForURL(/\/certificates\/[0-9a-f-]+$/);
  expectQuiet(watched);
});

it('a viewer counts the cryptography in use, and saves its bill of materials', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const viewer = await personWith('Essentials');
  const [{ modern = 0 } = {}] = await journey.server.system.db.$client<{ modern: number }[]>`
    select count(*)::int as modern from certificates where org_id = ${viewer.orgId} and not_after is not null and protocol = 'TLSv1.3'`;
  await signInOn(page, viewer, '/analytics/readiness');
  await page.getByRole('link', { name: 'Cryptography', exact: true }).click();
  await ledTo(page, '/analytics/cryptography');
  await expectTitle(page, 'Cryptography | Notafter');
  const cards = page.getByRole('list', { name: 'Post-quantum key exchange' });
  await cards.waitFor();
  const protocols = page.getByRole('list', { name: 'Protocols' }).getByRole('listitem');
  if (modern > 0) await protocols.filter({ hasText: `TLSv1.3${modern}` }).waitFor();
  await page.getByText('No days yet').waitFor();
  await expectAccessible(page, 'cryptography');
  await expectLaidOut(page, 'cryptography');
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CBOM' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^cbom-.*\.cdx\.json$/);
  expectQuiet(watched);
});
