import { certificates, watchedDomains } from '@notafter/db';
import { makeThrowawayDir } from '@notafter/db/testing';
import { addMs, DAY_MS } from '@notafter/domain';
import { followLog, refreshLogs } from '@notafter/features';
import { bulkCertificate, type LocalLog, startRfc6962Log, startStaticLog } from '@notafter/transparency/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectLaidOut, expectQuiet, type Journey, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newColleague, newPerson, signIn } from '../testing/people.ts';
import { startLogList } from '../testing/transparency-faults/log-list.ts';
import { until } from '../testing/until.ts';

const now = (): Date => new Date();
/** Entries of a complete tile. An incomplete one is read later. */
const TILE_WIDTH = 256;

let logs: readonly LocalLog[];
let list: Awaited<ReturnType<typeof startLogList>>;
let journey: Journey;
beforeAll(async () => {
  logs = await Promise.all([startStaticLog({ now }), startRfc6962Log({ now })]);
  list = await startLogList(logs, await makeThrowawayDir());
  journey = await startJourney({ ...list.env, CT_GIGABYTES_PER_DAY: '1', CRTSH_URL: '', CERTSPOTTER_URL: '' });
});
afterAll(async () => {
  await journey?.close();
  await list?.close();
  await Promise.all((logs ?? []).map((log) => log.close()));
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Reads both logs to their heads. The worker looks every 20 s: of two that read one log, the later one gives up. */
const follow = async (): Promise<void> => {
  const { system } = journey.server;
  for (const { log, store } of logs) {
    await until(`${log.description} is read`, 60_000, async () => {
      await followLog(system, { log: log.id });
      const [row] = await system.db.$client<
        { size: number }[]
      >`select (cursor->>'size')::int as size from transparency_logs where id = ${log.id}`;
      return row?.size === store.size;
    });
  }
};
let serial = 0;
const append = (names: readonly string[], issued: Date): void => {
  for (const log of logs) log.append({ kind: 'certificate', of: bulkCertificate({ serial, names, notBefore: issued, days: 90 }) });
  serial += 1;
};
/** Completes the tile of the static log. */
const fill = (): void => {
  while ((logs[0]?.store.size ?? 0) % TILE_WIDTH !== 0) append(['filler.example'], now());
};

it('watches a domain of an endpoint with a click, shows a certificate that nobody ordered, and helps to have it revoked', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const admin = await newPerson(journey.server);
  const cookie = await signIn(journey.server, admin);
  const added = await journey.server.call('/v1/certificates/add', {
    json: { domain: journey.farm.domain('shop') },
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  expect(added.status).toBe(200);

  await signInOn(page, admin, '/transparency');
  await page.getByText('No domain is watched').waitFor();
  await expectAccessible(page, 'no watched domain');
  await page.getByRole('link', { name: 'Choose Domains' }).click();
  await press(page, 'Watch farm.test');
  await page.getByRole('table', { name: 'Watched domains' }).getByText('farm.test').first().waitFor();
  await expectAccessible(page, 'watched domains');
  await expectLaidOut(page, 'watched domains');

  fill();
  await refreshLogs(journey.server.system);
  await follow();
  append(['shop.farm.test'], addMs(now(), -60 * DAY_MS));
  fill();
  await follow();
  await journey.server.system.db.update(watchedDomains).set({ learningUntil: now() });
  append(['shop.farm.test'], now());
  append(['admin.farm.test', '*.admin.farm.test'], now());
  fill();
  await follow();

  await visit(page, '/transparency');
  const issued = page.getByRole('table', { name: 'Issued certificates' });
  await issued
    .getByRole('row', { name: /admin\.farm\.test/ })
    .getByText('Unknown')
    .waitFor();
  expect(await issued.getByRole('row', { name: /shop\.farm\.test/ }).allInnerTexts()).toEqual([
    expect.stringContaining('Expected'),
    expect.stringContaining('Learned'),
  ]);
  await expectAccessible(page, 'issued certificates');
  await expectLaidOut(page, 'issued certificates');

  await issued.getByRole('link', { name: 'admin.farm.test' }).click();
  await page.getByRole('table', { name: 'Found in' }).getByText('Local Logs').first().waitFor();
  await expectAccessible(page, 'an unknown certificate');
  await expectLaidOut(page, 'an unknown certificate');
  const detail = page.url();
  await press(page, 'Not Ours');
  await page.getByText('What to do now').waitFor();
  expect(await page.getByRole('region', { name: 'What to do now' }).locator('code').textContent()).toContain('admin.farm.test');
  await expectAccessible(page, 'a certificate that is not ours');
  await expectLaidOut(page, 'a certificate that is not ours');
  await press(page, 'Take Back Verdict');
  await press(page, 'Ours');
  await page.getByText(/^.*Marked as ours by /).waitFor();

  const at = addMs(now(), -DAY_MS).toISOString();
  const scts = logs.map(
    ({ log }, index) => ({ log: log.id, at, by: index === 0 ? 'embedded' : 'tls', signature: index === 0 ? 'valid' : 'invalid' }) as const,
  );
  const clientFacts = { paths: [], scts: [...scts, { log: 'c3RyYW5nZQ==', at, by: 'ocsp' } as const], clientAuth: false };
  await journey.server.system.db.update(certificates).set({ clientFacts });
  await page.goto('/certificates');
  await page.getByRole('link', { name: 'shop.farm.test' }).click();
  const promises = page.getByRole('region', { name: 'Transparency Logs' });
  await promises.getByText('Valid signature', { exact: true }).waitFor();
  await promises.getByText('Invalid signature').waitFor();
  await promises.getByText('Unknown log').waitFor();
  await expectAccessible(page, 'the timestamps of a certificate');
  await expectLaidOut(page, 'the timestamps of a certificate');

  await visit(page, '/transparency?tab=sources');
  const sources = page.getByRole('table', { name: 'Logs' });
  await sources
    .getByText(/^Self-test passed /)
    .first()
    .waitFor();
  expect(await sources.getByText('Up to date').count()).toBeGreaterThanOrEqual(2);
  await expectAccessible(page, 'sources');
  await expectLaidOut(page, 'sources');

  const viewer = await journey.open();
  await signInOn(viewer.page, await newColleague(journey.server, admin.orgId, { role: 'viewer' }), detail);
  await viewer.page.getByText(/Marked as ours by /).waitFor();
  expect(await viewer.page.getByRole('button', { name: /Ours|Verdict/ }).count()).toBe(0);
  expectQuiet(viewer);
  expectQuiet(watched);
});
