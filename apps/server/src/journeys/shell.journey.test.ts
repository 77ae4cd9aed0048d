import { seedBulkCertificates } from '@notafter/db/seed';
import { addMs, DAY_MS } from '@notafter/domain';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessible,
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
import { newPerson, type Person } from '../testing/people.ts';

let journey: Journey;
let person: Person;
beforeAll(async () => {
  journey = await startJourney();
  person = await newPerson(journey.server);
});
afterAll(() => journey?.close());

const schemeOf = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-mantine-color-scheme');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Records every color scheme of the page from its first paint. */
const noteSchemes = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen: (string | null)[] = [];
    Reflect.set(globalThis, 'seenSchemes', seen);
    new MutationObserver(() => {
      if (document.body !== null) seen.push(document.documentElement.getAttribute('data-mantine-color-scheme'));
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });
};
const seenSchemes = (page: Page): Promise<unknown> => page.evaluate(() => [...new Set(Reflect.get(globalThis, 'seenSchemes'))]);

describe('the keyboard', () => {
  it('opens screens, but not from a text field', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, person);
    await page.getByRole('link', { name: 'Add Certificate' }).first().click();
    await heading(page, 'Add Certificate').waitFor();
    const field = page.getByLabel('Enter Domain');
    await field.press('g');
    await field.press('d');
    await field.press('?');
    expect(await field.inputValue()).toBe('gd?');
    expect(page.url()).toContain('/certificates/add');

    await heading(page, 'Add Certificate').click();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
    await dialog.getByText('Ctrl+D').waitFor();
    await expectAccessible(page, 'the shortcuts dialog');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await pressInTurn(page, 'g', 'd');
    await heading(page, 'Certificates').waitFor();

    await page.getByRole('link', { name: 'Add Certificate' }).first().click();
    await heading(page, 'Add Certificate').waitFor();
    await heading(page, 'Add Certificate').click();
    await page.keyboard.press('Control+d');
    await heading(page, 'Certificates').waitFor();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await dialog.waitFor();
    expectQuiet(watched);
  });

  it('reaches the content first', async () => {
    const { page } = await journey.open();
    await signInOn(page, person, '/certificates/add');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#main:focus').waitFor();
  });
});

describe('a dialog whose chunk does not load', () => {
  it.each([
    ['is cut off', (route: Route) => route.abort()],
    ['is answered 404', (route: Route) => route.fulfill({ status: 404 })],
  ])('%s: it says so, Cancel does not change the screen, and Reload loads the dialog', async (_name, fail) => {
    const watched = await journey.open();
    // The last is from axe, which reads every stylesheet of the page.
    watched.expect(/net::ERR_FAILED|status of 404|Loading chunk failed|Couldn't load preload assets/);
    const { page } = watched;
    await signInOn(page, person, '/certificates/add');
    const field = page.getByLabel('Enter Domain');
    await field.fill('typed.example.com');
    await page.route('**/assets/shortcuts-dialog-*', fail);
    const opener = page.getByRole('button', { name: 'Keyboard shortcuts' });
    await opener.click();
    const failed = page.getByRole('dialog', { name: 'Loading chunk failed' });
    await failed.getByText('This dialog could not be loaded.').waitFor();
    await expectAccessible(page, 'a dialog whose code did not load');
    await page.keyboard.press('Escape');
    await failed.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('typed.example.com');
    await opener.click();
    await page.unroute('**/assets/shortcuts-dialog-*');
    await Promise.all([page.waitForEvent('load'), failed.getByRole('button', { name: 'Reload' }).click()]);
    await heading(page, 'Add Certificate').waitFor();
    await opener.click();
    await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).getByText('Ctrl+D').waitFor();
    expectQuiet(watched);
  });
});

describe('the theme', () => {
  it('is dark by default when signed in, changes in the menu and is restored without a flash', async () => {
    const watched = await journey.open({ colorScheme: 'light' });
    const { page } = watched;
    await noteSchemes(page);
    await signInOn(page, person);
    expect(await schemeOf(page)).toBe('dark');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Light theme' }).click();
    await page.locator('html[data-mantine-color-scheme=light]').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('false');
    await visit(page, '/certificates/add');
    expect(await seenSchemes(page)).toEqual(['light']);
    await page.evaluate(() => localStorage.setItem('darkMode', 'true'));
    await visit(page, '/certificates/add');
    expect(await seenSchemes(page)).toEqual(['dark']);
    expectQuiet(watched);
  });

  it('follows the system on public screens until the toggle changes it', async () => {
    const watched = await journey.open({ colorScheme: 'light' });
    const { page } = watched;
    await noteSchemes(page);
    await visit(page, '/');
    expect([await schemeOf(page), await seenSchemes(page)]).toEqual(['light', ['light']]);
    const toggle = page.getByRole('button', { name: /^Theme: / });
    for (const mode of ['light', 'dark', 'auto', 'light', 'dark']) {
      await toggle.click();
      await page.getByRole('button', { name: `Theme: ${mode}.` }).waitFor();
      expect(await page.evaluate(() => localStorage.getItem('themeMode'))).toBe(mode);
    }
    await visit(page, '/signup');
    expect(await seenSchemes(page)).toEqual(['dark']);
    expectQuiet(watched);
  });

  it('is readable in light mode too, on every screen', async () => {
    const watched = await journey.open({ colorScheme: 'light' });
    const { page } = watched;
    watched.expect(/status of 40[04]/);
    for (const path of ['/', '/signup', '/terms', '/activate/not-a-link', '/reset-password/not-a-link', '/nothing']) {
      await visit(page, path);
      await expectAccessible(page, `${path} in light`);
    }
    await signInOn(page, person);
    await page.evaluate(() => localStorage.setItem('darkMode', 'false'));
    for (const path of ['/certificates', '/certificates/add', '/nothing']) {
      await visit(page, path);
      expect(await schemeOf(page)).toBe('light');
      await expectAccessible(page, `${path} in light`);
    }
    expectQuiet(watched);
  });
});

describe('an unknown URL', () => {
  it('returns 404 with a link back, signed in or not', async () => {
    const watched = await journey.open();
    const { page } = watched;
    watched.expect(/status of 404/);
    expect((await page.goto('/nothing/here'))?.status()).toBe(404);
    await heading(page, 'Page not found').waitFor();
    await expectTitle(page, 'Page not found | Notafter');
    await signInOn(page, person);
    expect((await page.goto('/nothing/here'))?.status()).toBe(404);
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const onMissing = await links.allTextContents();
    await expectAccessible(page, '404');
    await page.getByRole('link', { name: 'Go to Certificates' }).click();
    await heading(page, 'Certificates').waitFor();
    expect(await links.allTextContents()).toEqual(onMissing);
    for (const id of ['01989f0a-7c1e-7b42-9f60-000000000000', 'no-id']) {
      expect((await page.goto(`/certificates/${id}`))?.status()).toBe(404);
      await page.getByText('Certificate not found').first().waitFor();
    }
    await expectAccessible(page, 'a certificate that is not there');
    expectQuiet(watched);
  });
});

it('redirects to sign-in from every screen of the product without a session', async () => {
  const { page } = await journey.open();
  const guarded = ['/certificates', '/certificates/add', '/notifications', '/discovery', '/analytics', '/users', '/billing'];
  const others = [
    '/billing/success',
    '/billing/cancel',
    '/settings',
    '/help',
    '/admin',
    '/audit',
    '/trust-anchors',
    '/collectors',
    '/transparency',
    '/services/create',
    '/services/create/cloud',
  ];
  for (const path of [...guarded, ...others, '/certificates/1', '/collectors/1', '/transparency/1', '/services/1', '/services/1/resize']) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect([path, answer.status(), answer.headers().location]).toEqual([path, 302, '/']);
  }
});

/** React's markers around content that it hydrates later. Remix has its own, around scripts. */
const lateParts = (html: string): readonly string[] => html.match(/<!--\$[?!]?-->(?!<script)/g) ?? [];

describe('a screen as the server sends it', () => {
  it('has no part that hydrates after the rest, where an early click would fail', async () => {
    const { page } = await journey.open();
    const expectWhole = async (path: string): Promise<void> => {
      const html = await (await page.request.get(path)).text();
      expect(html).toContain('</body>');
      expect(lateParts(html), path).toEqual([]);
    };
    for (const path of ['/', '/signup', '/terms', '/nothing']) await expectWhole(path);
    await signInOn(page, person);
    for (const path of ['/certificates', '/certificates/add', '/nothing']) await expectWhole(path);
  });

  it('every preload has the nonce, without which the browser refuses it', async () => {
    const { page } = await journey.open();
    const html = await (await page.request.get('/')).text();
    const preloads = html.match(/<link[^>]*modulepreload[^>]*>/g) ?? [];
    expect(preloads.length).toBeGreaterThan(5);
    expect(preloads.filter((link) => !/ nonce="[^"]+"/.test(link))).toEqual([]);
  });

  it('is drawn the same in a browser of another country whose clock is a day ahead', async () => {
    const watched = await journey.open({ locale: 'de-DE', timezoneId: 'Asia/Kolkata' });
    const { page } = watched;
    await page.clock.setSystemTime(addMs(new Date(), DAY_MS));
    for (const path of ['/', '/signup', '/terms']) await visit(page, path);
    const owner = await newPerson(journey.server);
    await seedBulkCertificates(journey.server.system.db, { orgId: owner.orgId, count: 40, now: new Date() });
    await signInOn(page, owner);
    const [first] = await journey.server.system.db.$client<
      { id: string }[]
    >`select id from certificates where org_id = ${owner.orgId} limit 1`;
    for (const path of [
      ...[`/certificates/${first?.id}`, '/certificates/add', '/discovery', '/users', '/billing', '/trust-anchors', '/collectors'],
      ...['/notifications', '/notifications?tab=channels', '/notifications?tab=smart', '/help', '/audit'],
      ...['/analytics', '/analytics/readiness', '/analytics/cryptography', '/analytics/report'],
      ...['/settings', '/settings?tab=1', '/settings?tab=2', '/settings?tab=3', '/transparency', '/services', '/services/create'],
    ])
      await visit(page, path);
    expectQuiet(watched);
  });

  it('shows the queries of its loader without sending them again; a link to it sends the same ones', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, person);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/trpc/')) asked.push(...pathname.slice('/api/trpc/'.length).split(','));
    });
    const screens = [
      ['/certificates', ['certificates.list', 'certificates.stats']],
      ['/notifications', ['notifications.log', 'notifications.channels']],
      ['/users', ['team.listUsers', 'team.listInvitations', 'environments.list']],
      ['/billing', ['billing.plan']],
      ['/discovery', ['discovery.list']],
      ['/settings', ['profile.get', 'accounts.listSessions']],
      ['/trust-anchors', ['anchors.list', 'anchors.assignments']],
      ['/collectors', ['collectors.list']],
      ['/transparency', ['transparency.issuances', 'transparency.domains']],
      ['/audit', ['audit.list']],
    ] as const;
    for (const [path, queries] of screens) {
      asked.splice(0);
      await visit(page, path);
      await page.waitForLoadState('networkidle');
      expect(
        queries.filter((query) => asked.includes(query)),
        path,
      ).toEqual([]);
    }
    await visit(page, '/certificates/add');
    for (const [path, queries] of screens) {
      // The shell has the statistics.
      const needed = queries.filter((query) => query !== 'certificates.stats');
      const requests = needed.map((query) => page.waitForRequest((request) => request.url().includes(query)));
      await page.locator(`nav a[href="${path}"]`).first().click();
      await Promise.all(requests);
      await page.waitForURL(`**${path}`);
    }
    expectQuiet(watched);
  });
});

/** The colors of the overlay at a point of the page. */
const coversOf = (page: Page, x: number, y: number): Promise<string[]> =>
  page.evaluate(
    (at) =>
      document
        .elementsFromPoint(at.x, at.y)
        .filter((element) => element.closest('.mantine-Drawer-root') !== null)
        .map((element) => getComputedStyle(element).backgroundColor)
        .filter((color) => color !== 'rgba(0, 0, 0, 0)'),
    { x, y },
  );

describe('a narrow screen', () => {
  it('has the sidebar in a drawer and no overflow', async () => {
    const watched = await journey.open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const { page } = watched;
    await signInOn(page, person);
    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.getByRole('link', { name: 'Add Certificate' }).waitFor();
    await expectAccessible(page, 'the drawer');
    await drawer.getByRole('link', { name: 'Add Certificate' }).click();
    await heading(page, 'Add Certificate').waitFor();
    await drawer.waitFor({ state: 'detached' });
    // Next to the drawer the page is dimmed and still readable; a tap there closes it.
    await page.getByRole('button', { name: 'Menu' }).click();
    await expectSoon(() => coversOf(page, 370, 400)).toEqual([expect.stringMatching(/^rgba\(0, 0, 0, 0\.\d+\)$/)]);
    await page.touchscreen.tap(370, 400);
    await drawer.waitFor({ state: 'detached' });
    for (const width of [360, 390, 768]) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of ['/certificates', '/certificates/add', '/terms', '/nothing']) {
        watched.expect(/status of 404/);
        await visit(page, path);
        await expectNothingWider(page, `${path} at ${width}`);
      }
    }
    expectQuiet(watched);
  });
});
