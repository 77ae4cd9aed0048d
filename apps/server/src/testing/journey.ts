import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFailed } from 'vitest';
import { findLayoutFaults } from './layout-faults.ts';
import { type LocalFarm, startLocalFarm } from './local-farm.ts';
import type { Person } from './people.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

export interface Journey {
  readonly server: TestServer;
  readonly farm: LocalFarm;
  /** PUBLIC_URL, as in the address bar. */
  readonly siteUrl: string;
  /** A new browser profile, 1280 wide and dark by default. */
  open(options?: BrowserContextOptions): Promise<WatchedPage>;
  close(): Promise<void>;
}

/** Time limit of each step: long enough for a busy machine. */
const STEP_MS = 60_000;
const LAUNCH_MS = 100_000;

/** Chromium starts a spare process at each navigation unless their number is limited, and does not run its sandbox as root. */
const args = ['--renderer-process-limit=1', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

/** Needs Linux and Python. Without them, a network that comes or goes on this machine costs a page its requests. */
const withoutNetlink = join(import.meta.dirname, 'chromium-without-netlink.py');
export const canHideNetworks = process.platform === 'linux' && spawnSync('python3', ['-c', 'import ctypes']).status === 0;

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ args, timeout: LAUNCH_MS, executablePath: canHideNetworks ? withoutNetlink : (process.env.CHROMIUM_PATH ?? '') });

/** The browser aborts a request after 10 s, which a machine at a tenth of its speed can exceed. */
const patientRequests = (): void => {
  const giveUpAfter = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => giveUpAfter(10 * ms);
};

/** The built program and a real browser, for one file of journeys. */
export const startJourney = async (env: Readonly<Record<string, string>> = {}): Promise<Journey> => {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-journey-'));
  const farm = await startLocalFarm(folder);
  const [server, browser] = await Promise.all([startTestServer({ env: { ...farm.env, ...env } }), launchBrowser()]);
  // On a busy machine, the start of the probe thread takes longer than a screen waits for the first added certificate.
  await server.system.gateways.prober.probe({ host: 'first.farm.test', port: farm.tls.port });
  const siteUrl = server.url.replace('127.0.0.1', 'localhost');
  return {
    server,
    farm,
    siteUrl,
    open: async (options = {}) => {
      const context = await browser.newContext({
        baseURL: siteUrl,
        viewport: { width: 1280, height: 800 },
        colorScheme: 'dark',
        locale: 'en-GB',
        timezoneId: 'UTC',
        ...options,
      });
      context.setDefaultTimeout(STEP_MS);
      await context.addInitScript(patientRequests);
      const page = await context.newPage();
      onTestFailed(async () => {
        const path = join(tmpdir(), `notafter-failed-${Date.now()}.png`);
        await page.screenshot({ path });
        process.stderr.write(`The screen at the failure, ${page.url()}: ${path}\n`);
      });
      return watchPage(page, siteUrl);
    },
    close: async () => {
      await browser.close();
      await server.close();
      await farm.close();
      await rm(folder, { recursive: true });
    },
  };
};

/** A page accepts clicks from its first byte, but handles them only after hydration. */
export const hydrated = (page: Page): Promise<unknown> => page.locator('html[data-hydrated]').waitFor();

/** Loads a path and waits until it can be used. */
export const visit = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await hydrated(page);
};

/** Reloads the same screen and waits until it can be used. */
export const reload = async (page: Page): Promise<void> => {
  await page.reload();
  await hydrated(page);
};

/**
 * Waits until the browser is at this path, and the screen there can be used. `waitForURL` fails if a navigation is begun again before it
 * ends, as by a second request that is refused because the session has ended.
 */
export const ledTo = async (page: Page, path: string): Promise<void> => {
  const { href } = new URL(path, page.url());
  await expectSoon(async () => page.url()).toBe(href);
  await hydrated(page);
};

/** A screen that makes a request without its session navigates to `/` by itself, which would abort a concurrent visit. */
export const leave = async (page: Page): Promise<void> => {
  await page.goto('about:blank');
};

/** A browser whose session ended elsewhere goes to the front page. */
export const expectSignedOut = async (page: Page): Promise<void> => {
  await leave(page);
  await page.goto('/certificates');
  await ledTo(page, '/');
};

/** For a screen that navigates to the front page by itself after a while: delays that until the returned function is called. */
export const keepHere = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/_root.data*', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

/** Two keys are one shortcut only within a short time, which a busy machine can exceed. */
export const pressInTurn = async (page: Page, first: string, second: string): Promise<void> => {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
};

/** For content that appears shortly after the awaited state: polls until it matches. */
export const expectSoon = <T>(read: () => Promise<T>, what = '') => expect.poll(read, { timeout: STEP_MS, message: what });

/** The address changes before the screen and its title do. */
export const expectTitle = (page: Page, title: string) => expectSoon(() => page.title()).toBe(title);

/** Checks that nothing is wider than the window, after the screen has followed its size. */
export const expectNothingWider = async (page: Page, screen: string): Promise<void> => {
  const overflow = () =>
    page.evaluate(async () => {
      // Scripts that observe the size of the window run before the next frame.
      for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
  await expectSoon(overflow, screen).toBe(0);
};

/** Each side of the widths at which screens change their layout; `npm run screenshots` has the others. */
const LAYOUT_WIDTHS = [1280, 1100, 1024, 768, 360];

/** Checks that nothing on the screen is clipped, overlaps or overflows. Resizes the open page, and restores its width. */
export const expectLaidOut = async (page: Page, screen: string, widths: readonly number[] = LAYOUT_WIDTHS): Promise<void> => {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of widths) {
    await page.setViewportSize({ ...size, width });
    await faded(page);
    expect.soft(await findLayoutFaults(page), `${screen} at ${width}`).toEqual([]);
  }
  await page.setViewportSize(size);
};

/** Puts a session into the browser and opens a screen. The sign-in form has separate journeys. */
export const signInOn = async (page: Page, { email, password }: Person, path = '/certificates'): Promise<void> => {
  const answer = await page.request.post('/v1/accounts/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`The sign-in was answered ${answer.status()}: ${await answer.text()}`);
  await visit(page, path);
};

const QUIET_FRAMES = 5;
/** A longer animation is not a fade but shows progress: a toast's timer, a spinner. */
const LONGEST_FADE_MS = 900;

/** Nobody reads a color in the middle of a fade; a fade can start some frames after its element appears. */
const faded = (page: Page): Promise<void> =>
  page.evaluate(
    async ({ quietFrames, longestMs }) => {
      // Until its font is there, a text has other lines.
      await document.fonts.ready;
      const isFade = ({ playState, effect }: Animation): boolean =>
        playState === 'running' && Number(effect?.getComputedTiming().endTime) <= longestMs;
      for (let quiet = 0; quiet < quietFrames; ) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const fades = document.getAnimations().filter(isFade);
        quiet = fades.length === 0 ? quiet + 1 : 0;
        await Promise.allSettled(fades.map(({ finished }) => finished));
      }
    },
    { quietFrames: QUIET_FRAMES, longestMs: LONGEST_FADE_MS },
  );

/** Checks the current screen with every rule of axe, WCAG 2.2 AA and its best practices. */
export const expectAccessible = async (page: Page, screen: string): Promise<void> => {
  await faded(page);
  // Without the separate page in which axe merges the results of frames: no screen has a frame. Nor the details of what passed,
  // such as a selector for each element, which took half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join('\n')}`,
  );
  expect.soft(found, `axe on ${screen}`).toEqual([]);
};

/** Checks that the console and the network had no errors. */
export const expectQuiet = ({ complaints }: WatchedPage): void => {
  expect(complaints).toEqual([]);
};
