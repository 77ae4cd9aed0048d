// `pnpm screenshots [folder] [name part]`: every screen in every state at eight widths, dark and light; and the README's picture.
// With `pictures` instead of a part of a name: only the README's picture and those of help.
// Reports clipped, overlapping and overflowing elements, and fails if there are any.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findLayoutFaults } from '../apps/server/src/testing/layout-faults.ts';
import { findChromium } from './chromium.ts';
import type { Shot, Viewer } from './screenshots/shot.ts';
import { allShots } from './screenshots/shots.ts';
import { openStage, type Stage } from './screenshots/stage.ts';

const [folder = 'screenshots', wanted = ''] = process.argv.slice(2);
/** A screen is brought into its state at the first width; the other widths use the same page. */
const sizes = { wide: { widths: [1280, 1024, 1100, 1920, 2560], height: 800 }, narrow: { widths: [390, 360, 768], height: 844 } } as const;
const schemes = ['dark', 'light'] as const;
const README_PICTURE = 'docs/screenshot.png';
const HELP_PICTURES = 'apps/web/app/features/help/pictures';

const signIn = async (context: BrowserContext, stage: Stage, viewer: Exclude<Viewer, 'nobody'>): Promise<void> => {
  const { email, password } = stage.accounts[viewer];
  const answer = await context.request.post('/v1/accounts/login', {
    data: { email, password },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  if (!answer.ok()) throw new Error(`The sign-in of ${email} was answered ${answer.status()}.`);
};

interface Look {
  readonly viewer: Viewer;
  readonly scheme: (typeof schemes)[number];
  readonly size: keyof typeof sizes;
  readonly scale?: number;
}

const openContext = async (browser: Browser, stage: Stage, { viewer, scheme, size, scale = 1 }: Look): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: stage.url,
    viewport: { width: sizes[size].widths[0], height: sizes[size].height },
    deviceScaleFactor: scale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  await context.addInitScript((isDark) => localStorage.setItem('darkMode', String(isDark)), scheme === 'dark');
  if (viewer !== 'nobody') await signIn(context, stage, viewer);
  return context;
};

const ready = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  if (!path.startsWith('/v1/')) await page.locator('html[data-hydrated]').waitFor();
  await page.evaluate(() => document.fonts.ready);
};

/** Takes a screen at every width of its size; returns its layout faults, each with the file that shows it. */
const take = async (context: BrowserContext, shot: Shot, { size, scheme }: Pick<Look, 'size' | 'scheme'>): Promise<readonly string[]> => {
  const page = await context.newPage();
  const faults: string[] = [];
  const { widths, height } = sizes[size];
  try {
    await ready(page, shot.path);
    await shot.prepare?.(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      const file = join(folder, `${shot.name}-${width}-${scheme}.png`);
      faults.push(...(await findLayoutFaults(page)).map((fault) => `${file}: ${fault}`));
      await page.screenshot({ path: file, fullPage: shot.windowOnly !== true, animations: 'disabled' });
    }
    await shot.tidy?.(page);
  } finally {
    await page.close();
  }
  return faults;
};

const takeAll = async (browser: Browser, stage: Stage): Promise<number> => {
  const shots = allShots(stage).filter(({ name }) => name.includes(wanted));
  let failed = 0;
  const report = (line: string): void => {
    failed += 1;
    console.error(`✗ ${line}`);
  };
  for (const scheme of schemes) {
    for (const size of ['wide', 'narrow'] as const) {
      for (const viewer of ['nobody', 'demo', 'viewer', 'empty', 'keys'] as const) {
        const context = await openContext(browser, stage, { viewer, scheme, size });
        for (const shot of shots.filter(({ as, only = size }) => as === viewer && only === size)) {
          try {
            for (const fault of await take(context, shot, { size, scheme })) report(fault);
          } catch (error) {
            report(`${shot.name}, ${size}, ${scheme}: ${error instanceof Error ? error.message : String(error)}`);
          }
        }
        await context.close();
      }
    }
  }
  return failed;
};

const takeReadmePicture = async (browser: Browser, stage: Stage): Promise<void> => {
  const context = await openContext(browser, stage, { viewer: 'demo', scheme: 'dark', size: 'wide', scale: 2 });
  const page = await context.newPage();
  await ready(page, '/certificates');
  await page.screenshot({ path: README_PICTURE, animations: 'disabled' });
  await context.close();
};

/** Of the top of a screen, as small as the text stays readable. */
const takeHelpPictures = async (browser: Browser, stage: Stage): Promise<void> => {
  const pictures = { certificates: '/certificates', channels: '/notifications', analytics: '/analytics', discovery: '/discovery' };
  await mkdir(HELP_PICTURES, { recursive: true });
  for (const scheme of schemes) {
    const context = await openContext(browser, stage, { viewer: 'demo', scheme, size: 'wide' });
    for (const [name, path] of Object.entries(pictures)) {
      const page = await context.newPage();
      await ready(page, path);
      await page.waitForLoadState('networkidle');
      const { data } = await (await context.newCDPSession(page)).send('Page.captureScreenshot', { format: 'webp', quality: 70 });
      await writeFile(join(HELP_PICTURES, `${name}-${scheme}.webp`), data, 'base64');
      await page.close();
    }
    await context.close();
  }
};

const executablePath = findChromium();
if (executablePath === undefined) throw new Error('No Chromium found. Install one, or set CHROMIUM_PATH.');
await mkdir(folder, { recursive: true });
const stage = await openStage();
try {
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  const failed = await takeAll(browser, stage);
  const takesPictures = wanted === '' || wanted === 'pictures';
  if (takesPictures) {
    await takeReadmePicture(browser, stage);
    await takeHelpPictures(browser, stage);
  }
  await browser.close();
  console.log(
    `Screens are in ${folder}${takesPictures ? `, the README's picture is ${README_PICTURE}, help's are in ${HELP_PICTURES}` : ''}.`,
  );
  if (failed > 0) process.exitCode = 1;
} finally {
  await stage.close();
}
