import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectQuiet, type Journey, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';
import { pngOf, startWebSite, type WebSite } from '../testing/web-site.ts';

let journey: Journey;
let site: WebSite;
beforeAll(async () => {
  journey = await startJourney({ EXTERNAL_IMAGES: 'on' });
  const certificate = journey.farm.tls.certificateOf('site.farm.test');
  site = await startWebSite(certificate, (request, response) => {
    if (request.url === '/favicon.ico') response.end(pngOf(32));
    else response.writeHead(404).end();
  });
});
afterAll(async () => {
  await journey?.close();
  await site?.close();
});

const iconOf = (page: Page, domain: string) => page.getByRole('row').filter({ hasText: domain }).locator('[data-initial]');
const expectIcon = (page: Page, domain: string, state: 'missing' | 'shown'): Promise<void> =>
  iconOf(page, domain)
    .and(page.locator(`[data-state=${state}]`))
    .waitFor();
/** Jobs fetch icons. A browser caches a missing one for a while, so the server is polled directly until the job is done. */
const expectFetched = (page: Page, domain: string) =>
  expect
    .poll(async () => (await page.request.get(`/favicons/${encodeURIComponent(domain)}`)).status(), { timeout: 30_000, interval: 500 })
    .toBe(200);

it('takes the first steps one by one, and shows the icon of each site from our own server', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  const owner = await newPerson(journey.server);
  await signInOn(page, owner);

  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('0 of 3').waitFor();
  await expectAccessible(page, 'the empty list with the first steps');

  const domain = `site.farm.test:${site.port}`;
  const plain = journey.farm.domain('plain');
  for (const target of [domain, plain]) {
    const added = await page.request.post('/v1/certificates/add', {
      data: { domain: target },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(added.status()).toBe(200);
  }
  await expectFetched(page, domain);
  await visit(page, '/certificates');
  await expectIcon(page, domain, 'shown');
  await expectIcon(page, plain, 'missing');
  expect(await iconOf(page, plain).getAttribute('data-initial')).toBe('P');
  await steps.getByText('2 of 3').waitFor();
  await expectAccessible(page, 'the list with icons and first steps');

  await page.getByRole('link', { name: domain }).click();
  await page.getByRole('heading', { level: 2, name: domain }).waitFor();
  await page.locator('h2 [data-state=shown]').waitFor();
  expect([...hosts]).toEqual([new URL(journey.siteUrl).host]);

  await page.getByRole('link', { name: 'Certificates', exact: true }).click();
  await steps.getByRole('link', { name: 'Set up: Set up alert channels' }).click();
  await page.waitForURL('**/notifications**');
  await page.getByRole('link', { name: 'Setup Now' }).click();
  await page.getByRole('switch', { name: 'Email' }).press('Space');
  await page.getByText('Email enabled').waitFor();
  await page.getByRole('link', { name: 'Certificates', exact: true }).click();
  await page.getByRole('link', { name: domain }).waitFor();
  await steps.waitFor({ state: 'detached' });
  expectQuiet(watched);
});

it('hides dismissed first steps, from the first byte on', async () => {
  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, await newPerson(journey.server));
  await page.getByRole('button', { name: 'Dismiss the first steps' }).click();
  const document = await page.request.get('/certificates');
  expect(await document.text()).not.toContain('First steps');
  await visit(page, '/certificates');
  expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0);
  expectQuiet(watched);
});

it('links from the health score to the channels', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const owner = await newPerson(journey.server);
  await signInOn(page, owner);
  await page.request.post('/v1/certificates/add', {
    data: { domain: journey.farm.domain('scored') },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  await visit(page, '/certificates');
  await page.getByRole('region', { name: 'SSL Health Score' }).getByRole('link', { name: 'Configure Channels' }).click();
  await page.waitForURL('**/notifications**');
  expectQuiet(watched);
});

it('requests its scripts while the document is still loading', async () => {
  const { page } = await journey.open();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const askedBy = new Map<string, number>();
  devtools.on('Network.requestWillBeSent', ({ request, initiator }) => {
    if (request.url.endsWith('.js')) askedBy.set(initiator.type, (askedBy.get(initiator.type) ?? 0) + 1);
  });
  await visit(page, '/');
  // Without a nonce the policy blocks preloads silently: scripts would then load one after the other.
  expect(askedBy.get('parser')).toBeGreaterThan(10);
});
