import { certificateHistory, newId } from '@notafter/db';
import { addMs, brandId, DAY_MS } from '@notafter/domain';
import { startTlsFarm } from '@notafter/tls/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  expectAccessible,
  expectLaidOut,
  expectQuiet,
  expectSoon,
  type Journey,
  signInOn,
  startJourney,
  visit,
} from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';
import type { WatchedPage } from '../testing/watched-page.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

/** Opens the detail page of an endpoint that a new person just added; returns its ID. */
const openDetail = async ({ page }: WatchedPage, name: string): Promise<string> => {
  await signInOn(page, await newPerson(journey.server), '/certificates/add');
  await page.getByLabel('Enter Domain').fill(journey.farm.domain(name));
  await page.getByRole('main').getByRole('button', { name: 'Add Certificate' }).click();
  await page.getByRole('link', { name: 'View Details' }).click();
  await page.waitForURL(/\/certificates\/[\da-f-]{36}$/);
  await page.getByRole('region', { name: 'History' }).getByText('Added').waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
};

it('opens each certificate of the chain, and saves it as PEM', async () => {
  const watched = await journey.open();
  const { page } = watched;
  await openDetail(watched, 'chained');
  await page.getByRole('region', { name: 'Certificate Chain' }).getByRole('button').last().click();
  const dialog = page.getByRole('dialog', { name: /^Leaf: / });
  const { pem } = journey.farm.tls.certificateOf('chained.farm.test');
  expect((await dialog.getByLabel('Certificate in PEM form').inputValue()).replaceAll(/\s/g, '')).toBe(pem.replaceAll(/\s/g, ''));
  await expectAccessible(page, 'a certificate of the chain');
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toBe('chained.farm.test.pem');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expectQuiet(watched);
});

it.each(['few', 'many'])('fills both columns above the history of an endpoint with %s names', async (name) => {
  const watched = await journey.open();
  const { page } = watched;
  const bottoms = (): Promise<(number | undefined)[]> =>
    page
      .locator('[data-part=chain], [data-part=facts]')
      .evaluateAll((columns) => columns.map((column) => column.lastElementChild?.getBoundingClientRect().bottom));
  const gap = async (): Promise<number> => {
    const [left = 0, right = Number.NaN] = await bottoms();
    return Math.round(left - right);
  };
  const names = ['many.farm.test', ...Array.from({ length: 11 }, (_, at) => `name-${at}.farm.test`)];
  journey.farm.tls.swap('many.farm.test', journey.farm.tls.authority.issue(names));
  await openDetail(watched, name);
  await page.getByRole('region', { name: 'Alerts' }).getByText('(default)').waitFor();
  await expectSoon(gap).toBe(0);
  await expectLaidOut(page, `${name} names`, [390, 1100, 1280]);
  expectQuiet(watched);
});

it('lists the rules that the chain breaks, and leaves its status alone', async () => {
  const watched = await journey.open();
  const { page } = watched;
  journey.farm.tls.swap('odd.farm.test', journey.farm.tls.authority.issue(['odd.farm.test', 'a_b.farm.test']));
  await openDetail(watched, 'odd');
  const lint = page.getByRole('region', { name: 'Lint' });
  const finding = lint.getByRole('listitem').filter({ hasText: 'A DNS name has an underscore: "a_b.farm.test".' });
  await finding.getByText('Error, RFC 5280 4.2.1.6, dns_underscore').waitFor();
  expect(await page.getByRole('main').getByText('Valid', { exact: true }).count()).toBeGreaterThan(0);
  await expectAccessible(page, 'lint findings');
  await expectLaidOut(page, 'lint findings', [390, 1280]);
  expectQuiet(watched);
});

it('shows which client refuses the certificate and why, and marks it in the list', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const certificateId = brandId<'certificate'>(await openDetail(watched, 'long-lived'));
  await page.getByRole('region', { name: 'Certificate Chain' }).waitFor();
  // The farm's root is private, which no client's rules cover.
  expect(await page.getByRole('region', { name: 'Clients' }).count()).toBe(0);
  const anchor = '96bcec06264976f37460779acf28c5a7cfe8a3c0aae11a8ffcee05c0bddf08c6';
  const paths = [{ anchor, anchorName: 'ISRG Root X1', until: '2035-06-04T11:04:38.000Z', endsWith: 'ISRG Root X1' }];
  const sql = journey.server.database.db.$client;
  const facts = { paths, scts: [], clientAuth: true };
  await sql`update certificates set client_facts = ${JSON.stringify(facts)} where id = ${certificateId}`;
  await sql`insert into certificate_refusals values (${certificateId}, 'chrome', now(), now())`;
  await visit(page, `/certificates/${certificateId}`);
  const card = page.getByRole('region', { name: 'Clients' });
  await card.getByText('Chrome refuses it: it needs').waitFor();
  expect(await card.getByRole('link', { name: 'Source of the verdict on Chrome' }).getAttribute('href')).toContain('ct_policy');
  await expectAccessible(page, 'the verdicts of clients');
  await expectLaidOut(page, 'the verdicts of clients', [360, 1280]);
  await visit(page, '/certificates');
  await page.getByText('Chrome refuses').first().waitFor();
  await expectLaidOut(page, 'a refused certificate in the list', [360, 1280]);
  expectQuiet(watched);
});

it('shows a renewal and its changes, field by field', async () => {
  const watched = await journey.open();
  const { page } = watched;
  await openDetail(watched, 'renewed');
  const history = page.getByRole('region', { name: 'History' });
  expect(await page.getByRole('region', { name: 'Renewals' }).count()).toBe(0);
  journey.farm.tls.swap('renewed.farm.test', journey.farm.tls.authority.issue(['renewed.farm.test', 'also.farm.test']));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await history.getByText('Renewed').waitFor();
  const renewals = page.getByRole('region', { name: 'Renewals' });
  await renewals.getByText('present').waitFor();
  expect(await renewals.getByRole('listitem').count()).toBe(2);
  await expectAccessible(page, 'a renewed certificate');

  await history.getByRole('button', { name: 'Compare' }).click();
  await history.getByText('Choose two entries').waitFor();
  await history.getByRole('checkbox', { name: /^Compare Added/ }).check();
  await history.getByText('Choose one more').waitFor();
  await expectAccessible(page, 'choosing entries');
  await history.getByRole('checkbox', { name: /^Compare Renewed/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare history entries' });
  await dialog.getByText('+ also.farm.test').waitFor();
  await dialog.getByRole('button', { name: /unchanged field/ }).click();
  await dialog.getByRole('rowheader', { name: 'Issuer' }).waitFor();
  await expectAccessible(page, 'a comparison');
  expectQuiet(watched);
});

it('looks at what may stop the next renewal when asked', async () => {
  const watched = await journey.open();
  const { page } = watched;
  await openDetail(watched, 'renewable');
  const card = page.getByRole('region', { name: 'Renewal', exact: true });
  await card.getByText('Not looked at yet.').waitFor();
  await card.getByRole('button', { name: 'Look Again' }).click();
  await card.getByText('renewable.farm.test resolves to the private address 127.0.0.1 here').waitFor();
  await card.getByText('Looked at').waitFor();
  await expectAccessible(page, 'a renewal check');
  await expectLaidOut(page, 'a renewal check', [390, 1280]);
  expectQuiet(watched);
});

it('shows every address behind the name, and those that a renewal missed', async () => {
  const { tls, dns } = journey.farm;
  const others = await Promise.all(
    ['127.0.0.2', '127.0.0.3'].map((address) => startTlsFarm({ authority: tls.authority, address, port: tls.port })),
  );
  try {
    const name = 'spread.farm.test';
    dns.set(name, ['127.0.0.3', '127.0.0.1', '127.0.0.2']);
    const now = new Date();
    const renewed = tls.authority.issue(name, { notBefore: addMs(now, -DAY_MS), notAfter: addMs(now, 80.5 * DAY_MS) });
    const forgotten = tls.authority.issue(name, { notBefore: addMs(now, -85 * DAY_MS), notAfter: addMs(now, 5.5 * DAY_MS) });
    for (const farm of [tls, ...others]) farm.swap(name, renewed);
    const watched = await journey.open();
    const { page } = watched;
    await openDetail(watched, 'spread');
    const card = page.getByRole('region', { name: 'Certificates Served' });
    await expectSoon(() => card.getByRole('rowheader').allTextContents()).toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.3']);
    expect(await card.getByText('Differs').count()).toBe(0);

    others[1]?.swap(name, forgotten);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const row = card.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '127.0.0.3' }) });
    await row.getByText('Differs').waitFor();
    await row.getByText('Critical').waitFor();
    expect(await card.getByText('Differs').count()).toBe(1);
    await page.getByText('The one at 127.0.0.3 expires first, so its date counts.').waitFor();
    await expectAccessible(page, 'addresses that differ');
    await row.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: `At 127.0.0.3: ${name}` });
    expect((await dialog.getByLabel('Certificate in PEM form').inputValue()).replaceAll(/\s/g, '')).toBe(
      forgotten.pem.replaceAll(/\s/g, ''),
    );
    await page.keyboard.press('Escape');

    await visit(page, '/certificates?status=critical');
    await page
      .getByRole('row', { name: /spread/ })
      .getByText('Addresses differ')
      .waitFor();
    expectQuiet(watched);
  } finally {
    await Promise.all(others.map((farm) => farm.close()));
  }
});

it('pages through its history, and the URL restores each page', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const certificateId = brandId<'certificate'>(await openDetail(watched, 'long-lived'));
  const now = new Date();
  const past = Array.from({ length: 40 }, (_, index) => ({
    id: newId<'history-entry'>(),
    certificateId,
    action: 'checked' as const,
    recordedAt: addMs(now, -(index + 1) * 60_000),
    issuer: 'Notafter Farm',
    notAfter: addMs(now, DAY_MS),
    fingerprint256: 'AA',
  }));
  await journey.server.system.db.insert(certificateHistory).values(past);
  await visit(page, `/certificates/${certificateId}?rows=25`);
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('1–25 of 41').waitFor();
  await history.getByRole('button', { name: 'Next' }).click();
  await history.getByText('26–41 of 41').waitFor();
  await visit(page, page.url());
  await history.getByText('26–41 of 41').waitFor();
  await page.goBack();
  await history.getByText('1–25 of 41').waitFor();
  expectQuiet(watched);
});
