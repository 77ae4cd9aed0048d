import { discoveryJobs, discoveryNames, newId, processes } from '@notafter/db';
import { addMs, DAY_MS, type OrganizationId } from '@notafter/domain';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LocalSources, startLocalSources } from '../testing/discovery-sources.ts';
import {
  expectAccessible,
  expectLaidOut,
  expectNothingWider,
  expectQuiet,
  expectSoon,
  expectTitle,
  type Journey,
  pressInTurn,
  signInOn,
  startJourney,
  visit,
} from '../testing/journey.ts';
import { newColleague, newPerson } from '../testing/people.ts';

let sources: LocalSources;
let journey: Journey;
beforeAll(async () => {
  sources = await startLocalSources();
  journey = await startJourney(sources.env);
});
afterAll(async () => {
  await journey?.close();
  await sources?.close();
});

const inDays = (days: number): Date => addMs(new Date(), days * DAY_MS + 3_600_000);
/** Hosts that the zone names with their port, so that they are checked at the farm's port. */
const served = ['api', 'mail', 'shop', 'soon'] as const;

beforeEach(() => {
  const { address, port, authority } = journey.farm.tls;
  const hosts = served.map((name) => `${name}.zone.test`);
  sources.setNames({
    'zone.test': { A: [address] },
    '_https._tcp.zone.test': { SRV: hosts.map((host) => `${port} ${host}`) },
    ...Object.fromEntries(hosts.map((host) => [host, { A: [address] }])),
    'broken.test': 'SERVFAIL',
  });
  journey.farm.tls.swap('soon.zone.test', authority.issue('soon.zone.test', { notAfter: inDays(5) }));
  const notAfter = inDays(60);
  sources.crtsh.misbehave({ kind: 'none' });
  sources.certspotter.misbehave({ kind: 'none' });
  sources.crtsh.entries = [
    ...Array.from({ length: 12 }, (_, index) => ({ names: [`old-${String(index).padStart(2, '0')}.zone.test`], notAfter })),
    { names: ['*.kiosk.zone.test', 'kiosk.zone.test'], notAfter: inDays(20) },
  ];
  sources.certspotter.entries = [];
});

const field = (page: Page) => page.getByLabel('Domain', { exact: true });
const rows = (page: Page) => page.getByRole('table', { name: 'Results' }).locator('tbody tr');
const rowOf = (page: Page, domain: string) => rows(page).filter({ hasText: domain });
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first();
const source = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Sources' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

/** Opens the screen and scans. The progress of a run disappears when it ends; its URL remains. */
const scan = async (page: Page, domain: string): Promise<void> => {
  await visit(page, '/discovery');
  await field(page).fill(domain);
  await page.getByRole('button', { name: 'Discover' }).click();
  await page.waitForURL(/run=/);
};
const scanToEnd = async (page: Page, domain: string): Promise<void> => {
  await scan(page, domain);
  await page.getByText(/ · took \d+:\d\d$/).waitFor({ timeout: 60_000 });
};

describe('a discovery', () => {
  it('is started by Enter, followed to its end, and shows each result with its sources', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server));
    await page.getByRole('link', { name: 'Discovery' }).first().click();
    await page.getByText('Nothing discovered yet').waitFor();
    await expectTitle(page, 'Discovery | Notafter');
    await expectAccessible(page, 'discovery before the first run');
    await field(page).fill('   ');
    await field(page).press('Enter');
    expect(await page.getByRole('button', { name: 'Discover' }).isEnabled()).toBe(true);

    const { promise: lookedAt, resolve: goOn } = Promise.withResolvers<void>();
    sources.crtsh.misbehave({ kind: 'late', until: lookedAt });
    await field(page).fill(' https://Zone.test/somewhere ');
    await field(page).press('Enter');
    await page.getByRole('button', { name: 'Scanning...' }).waitFor();
    await page.getByText(/^Scanning zone\.test\.\.\. \d+% complete$/).waitFor();
    await page.getByRole('progressbar', { name: 'Scanning zone.test' }).waitFor();
    await expectAccessible(page, 'a running discovery');
    goOn();
    await toast(page, 'Found 17 certificates!').waitFor({ timeout: 60_000 });

    await page.getByText('1–10 of 17').waitFor();
    expect(await rows(page).count()).toBe(10);
    const soon = rowOf(page, `soon.zone.test:${journey.farm.tls.port}`);
    await soon.getByText('Expiring Soon').waitFor();
    await soon.getByText('dns', { exact: true }).waitFor();
    const kiosk = rowOf(page, 'kiosk.zone.test');
    await kiosk.getByText('CT Logs').waitFor();
    await kiosk.getByText('Not reachable').waitFor();
    await kiosk.getByRole('button', { name: '2 names of kiosk.zone.test' }).click();
    const names = page.getByRole('list', { name: 'Names in the certificate of kiosk.zone.test' });
    await expectSoon(() => names.getByRole('listitem').allTextContents()).toEqual(['*.kiosk.zone.test', 'kiosk.zone.test']);
    await source(page, 'dns').getByText('Complete').waitFor();
    await source(page, 'CT Logs').getByText('Complete').waitFor();
    await source(page, 'direct').getByText('Complete').waitFor();

    const hints = page.getByRole('region', { name: 'Wildcard suggestions' });
    await hints.getByText('Wildcard suggested: *.zone.test').waitFor();
    await hints.getByRole('button', { name: /^Show \d+ more$/ }).click();
    await hints.getByText('Wildcard in use: *.kiosk.zone.test').waitFor();
    await expectAccessible(page, 'a finished discovery');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.evaluate(() => localStorage.setItem('darkMode', 'false'));
    await visit(page, page.url());
    await page.getByText('1–10 of 17').waitFor();
    await expectAccessible(page, 'a finished discovery, light');

    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('11–17 of 17').waitFor();
    expect(await rows(page).count()).toBe(7);
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByText('1–10 of 17').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, 'a finished discovery on a phone');
    for (const width of [360, 768, 1000, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNothingWider(page, `a finished discovery at ${width}`);
    }
    expectQuiet(watched);
  });

  it('adds one result, then all selected ones, and names those that failed', async () => {
    const watched = await journey.open();
    const { page } = watched;
    watched.expect(/status of 400/);
    await signInOn(page, await newPerson(journey.server));
    await scanToEnd(page, 'zone.test');
    const soon = `soon.zone.test:${journey.farm.tls.port}`;
    await page.getByRole('button', { name: `Add to Monitoring ${soon}` }).click();
    await toast(page, `Added ${soon} to monitoring`).waitFor();
    const mark = rowOf(page, soon).getByRole('link', { name: `Monitored: ${soon}` });
    await mark.waitFor();
    await page.getByRole('button', { name: 'Add to Monitoring kiosk.zone.test' }).click();
    await toast(page, /kiosk\.zone\.test/).waitFor();

    await page.getByRole('link', { name: 'Not monitored 16' }).click();
    await page.getByText('1–10 of 16').waitFor();
    await page.getByRole('button', { name: 'Select all 16' }).click();
    await page.getByText('16 selected').waitFor();
    await page.getByRole('button', { name: 'Add Selected' }).click();
    await toast(page, 'Added 3 of 16 to monitoring').waitFor({ timeout: 60_000 });
    const report = page.getByRole('region', { name: 'Not added' });
    await report.getByText('13 of 16 could not be added').waitFor();
    await report.getByText('old-00.zone.test', { exact: true }).waitFor();
    await page.getByText('13 selected').waitFor();
    await expectAccessible(page, 'a discovery with what was not added');
    await page.getByRole('link', { name: 'All 17' }).click();
    await mark.click();
    await page.waitForURL('**/certificates/*');
    expectQuiet(watched);
  });

  it('says above the limit that the plan is full, and links to a larger one', async () => {
    const watched = await journey.open();
    const { page } = watched;
    watched.expect(/status of 40[03]/);
    await signInOn(page, await newPerson(journey.server, {}, 'Forever Free'));
    const { address, port } = journey.farm.tls;
    const hosts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}.room.test`);
    sources.setNames({
      'room.test': { A: [address] },
      '_https._tcp.room.test': { SRV: hosts.map((host) => `${port} ${host}`) },
      ...Object.fromEntries(hosts.map((host) => [host, { A: [address] }])),
    });
    await scanToEnd(page, 'room.test');
    await page.getByRole('checkbox', { name: 'Select this page' }).check();
    await page.getByText('7 selected').waitFor();
    await page.getByRole('button', { name: 'Add Selected' }).click();
    const report = page.getByRole('region', { name: 'Not added' });
    await report.getByText('2 of 7 could not be added').waitFor();
    await report.getByText('Certificate limit reached. Upgrade your plan to add more certificates.').first().waitFor();
    await page.getByRole('button', { name: 'Dismiss failed additions' }).click();
    await page
      .getByRole('button', { name: /^Add to Monitoring .\.room/ })
      .first()
      .click();
    await page.getByRole('alert').getByRole('link', { name: 'Upgrade Plan' }).click();
    await page.waitForURL('**/billing');
    expectQuiet(watched);
  });

  it('is run again and compared with the previous run', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server));
    await scanToEnd(page, 'zone.test');
    const [, ...kept] = sources.crtsh.entries;
    sources.crtsh.entries = [...kept, { names: ['fresh.zone.test'], notAfter: inDays(70) }];
    await page.getByRole('button', { name: 'Run again', exact: true }).click();
    await page.getByText(/: 0 new, 0 gone\.$/).waitFor({ timeout: 60_000 });
    await page.getByText(/^As answered on /).waitFor();
    await page.getByRole('button', { name: 'Ask logs again' }).click();
    await page.getByText(/: 1 new, 1 gone\.$/).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'New 1' }).click();
    await rowOf(page, 'fresh.zone.test').getByText('New', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Gone 1' }).click();
    await rowOf(page, 'old-00.zone.test').waitFor();
    expect(
      await rows(page)
        .getByRole('button', { name: /Add to Monitoring/ })
        .count(),
    ).toBe(0);
    const past = page.getByRole('region', { name: 'Past runs' });
    await expectSoon(() => past.getByRole('link', { name: 'zone.test' }).count()).toBe(3);
    await expectLaidOut(page, 'past runs', [360, 768, 1024]);
    expectQuiet(watched);
  });
});

describe('a discovery under way', () => {
  it('is shown after a reload and to a colleague, and ends at once with Cancel', async () => {
    sources.crtsh.misbehave({ kind: 'slow' });
    const first = await journey.open();
    const second = await journey.open();
    const person = await newPerson(journey.server);
    const colleague = await newColleague(journey.server, person.orgId);
    await signInOn(first.page, person);
    await scan(first.page, 'zone.test');
    await rowOf(first.page, 'api.zone.test').waitFor({ timeout: 60_000 });
    await source(first.page, 'dns').getByText('Complete').waitFor({ timeout: 60_000 });
    await visit(first.page, '/discovery');
    await first.page.getByText(/^Scanning zone\.test\.\.\. \d+% complete$/).waitFor();
    await expectSoon(() => field(first.page).inputValue()).toBe('zone.test');

    await signInOn(second.page, colleague);
    await pressInTurn(second.page, 'g', 'f');
    await second.page.getByText(/^Scanning zone\.test\.\.\. \d+% complete$/).waitFor();
    await second.page.getByRole('heading', { name: 'Results so far' }).waitFor();
    await expectAccessible(second.page, 'a discovery of a colleague');

    const shown = toast(second.page, 'Discovery failed: Cancelled').waitFor();
    const cancelled = first.page.waitForResponse(/discovery\.cancel/);
    await first.page.getByRole('button', { name: 'Cancel' }).click();
    await (await cancelled).finished();
    // The slow log still delays the run; the next poll shows its end.
    const [run] = await journey.server.system.db.$client<{ state: string }[]>`
      select state from processes where org_id = ${person.orgId}`;
    expect(run?.state).toBe('cancelled');
    await first.page.getByText('zone.test: cancelled').waitFor();
    await rowOf(first.page, 'api.zone.test').waitFor();
    await shown;
    await source(second.page, 'CT Logs').getByText('Not finished').waitFor();
    await expectAccessible(first.page, 'a cancelled discovery');
    expectQuiet(first);
    expectQuiet(second);
  });

  it('that fails to load says so, and is shown again once it loads', async () => {
    sources.crtsh.misbehave({ kind: 'slow' });
    const watched = await journey.open();
    const { page } = watched;
    watched.expect(/ERR_FAILED/);
    await signInOn(page, await newPerson(journey.server));
    await scan(page, 'zone.test');
    await page.route(/discovery\.get/, (route) => route.abort());
    await toast(page, 'Failed to check discovery status').waitFor({ timeout: 30_000 });
    await page.getByText('The status is not known right now.').waitFor();
    await page.unroute(/discovery\.get/);
    await page.getByText('The status is not known right now.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('zone.test: cancelled').waitFor();
    expectQuiet(watched);
  });
});

describe('a discovery that fails', () => {
  it('or finds nothing, or cannot start, says why', async () => {
    const watched = await journey.open();
    const { page } = watched;
    watched.expect(/status of 4(00|09)/);
    await signInOn(page, await newPerson(journey.server), '/discovery');
    await field(page).fill('com');
    await page.getByRole('button', { name: 'Discover' }).click();
    await toast(page, /^Failed to start discovery: /).waitFor();
    await expectAccessible(page, 'a refused discovery');

    await scan(page, 'nowhere.test');
    await toast(page, 'No certificates found for nowhere.test').waitFor({ timeout: 60_000 });
    await page.getByText('No certificates discovered. Try a different domain or check if the domain is accessible.').waitFor();
    await expectAccessible(page, 'a discovery without a result');

    sources.crtsh.misbehave({ kind: 'body', body: '<html></html>', contentType: 'text/html' });
    sources.certspotter.misbehave({ kind: 'status', status: 403 });
    await scan(page, 'broken.test');
    await toast(page, /^Discovery failed: /).waitFor({ timeout: 60_000 });
    await source(page, 'CT Logs').getByText('Failed').waitFor();
    await source(page, 'CT Logs')
      .getByText(/crt\.sh returned a web page instead of data\./)
      .waitFor();
    await source(page, 'dns').getByText('Failed').waitFor();
    await expectAccessible(page, 'a failed discovery');
    expectQuiet(watched);
  });

  it('at one source only shows what the others found', async () => {
    sources.crtsh.misbehave({ kind: 'status', status: 404 });
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server));
    await scanToEnd(page, 'zone.test');
    await source(page, 'CT Logs').getByText('Partial').waitFor();
    await source(page, 'CT Logs')
      .getByText(/crt\.sh/)
      .waitFor();
    await rowOf(page, 'api.zone.test').waitFor();
    expectQuiet(watched);
  });
});

const NAMES = 10_000;
const NAMES_AT_ONCE = 2_000;

/** A finished run with as many names as the logs have for a large domain. */
const addLargeRun = async (orgId: OrganizationId): Promise<void> => {
  const { db } = journey.server.system;
  const now = new Date();
  const jobId = newId<'discovery-job'>();
  const ended = { state: 'complete', reason: null, note: null, fetchedAt: now.toISOString(), done: 1 } as const;
  const discovery = { id: jobId, orgId, kind: 'discovery', subject: 'large.test', step: 'finish', done: 100, total: 100 } as const;
  const times = { createdAt: addMs(now, -60_000), finishedAt: now, deadlineAt: now };
  await db.insert(processes).values({ ...discovery, state: 'completed', ...times });
  await db.insert(discoveryJobs).values({ id: jobId, sources: { direct: ended, dns: ended, ct_logs: ended, san: ended } });
  for (let start = 0; start < NAMES; start += NAMES_AT_ONCE) {
    await db.insert(discoveryNames).values(
      Array.from({ length: NAMES_AT_ONCE }, (_, index) => {
        const host = `n${String(start + index).padStart(5, '0')}.large.test`;
        return {
          jobId,
          host,
          port: 443,
          domain: host,
          isWildcard: false,
          sources: ['ct_logs' as const],
          state: 'skipped' as const,
          logIssuer: "Let's Encrypt",
          logNotAfter: addMs(now, (start + index) * 3_600_000),
          logSan: [host],
        };
      }),
    );
  }
};

describe('a discovery of ten thousand names', () => {
  it('is paged by the server, ten rows at a time', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const person = await newPerson(journey.server);
    await addLargeRun(person.orgId);
    await signInOn(page, person, '/discovery');
    await page.getByRole('link', { name: 'large.test' }).click();
    await page.getByText('1–10 of 10,000').waitFor();
    const sizes: number[] = [];
    for (const text of ['11–20 of 10,000', '21–30 of 10,000', '31–40 of 10,000']) {
      const answer = page.waitForResponse(/discovery\.get/);
      await page.getByRole('button', { name: 'Next' }).click();
      sizes.push((await (await answer).body()).length);
      await page.getByText(text).waitFor();
      expect(await rows(page).count()).toBe(10);
    }
    await visit(page, `${page.url().replace(/&page=\d+/, '')}&page=1000`);
    await page.getByText('9,991–10,000 of 10,000').waitFor();
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await visit(page, page.url().replace('page=1000', 'page=1001'));
    await page.getByText('9,991–10,000 of 10,000').waitFor();
    expect(Math.max(...sizes)).toBeLessThan(20_000);
    await page.getByRole('button', { name: 'Select the first 500' }).click();
    await page.getByText('500 selected').waitFor();
    expectQuiet(watched);
  });
});

describe('a viewer', () => {
  it('sees the results, and cannot start, cancel or add', async () => {
    const admin = await journey.open();
    const watched = await journey.open();
    const { page } = watched;
    const person = await newPerson(journey.server);
    const viewer = await newColleague(journey.server, person.orgId, { role: 'viewer' });
    await signInOn(admin.page, person);
    await scanToEnd(admin.page, 'zone.test');
    await signInOn(page, viewer, '/discovery');
    await page.getByText(/Your role does not allow starting a discovery\./).waitFor();
    await page.getByRole('link', { name: 'zone.test' }).click();
    await rowOf(page, 'soon.zone.test').waitFor();
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /Add|Discover|Run again|Cancel|Select/ })
        .count(),
    ).toBe(0);
    expect(await page.getByRole('main').getByRole('checkbox').count()).toBe(0);
    await expectAccessible(page, "a viewer's discovery");
    expectQuiet(watched);
  });
});
