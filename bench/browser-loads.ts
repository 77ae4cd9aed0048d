import { type Browser, chromium } from 'playwright-core';
import type { SignIn } from '../apps/server/src/dev/demo-organization.ts';
import { findChromium } from '../scripts/chromium.ts';

const LOADS = 9;
const SLOWED = 4;
/** A page is done when it has been quiet for this long. */
const QUIET = 'networkidle';

export interface Loads {
  /** All scripts of a first visit, compressed as transferred. */
  readonly scriptBytes: number;
  readonly scripts: number;
  readonly interactiveMs: number;
  readonly fastestMs: number;
  readonly slowestMs: number;
  /** CPU time of the page's main thread until then, slowed down: excludes other programs. */
  readonly busyMs: number;
}

interface Load {
  readonly scripts: readonly number[];
  readonly interactiveMs: number;
  readonly busyMs: number;
}

/** Runs in the page before its own scripts: records when React has hydrated and the main thread is free. */
const watchForHydration = (): void => {
  new MutationObserver((_, observer) => {
    if (!document.documentElement.hasAttribute('data-hydrated')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      setTimeout(() => performance.mark('interactive'), 0);
    });
  }).observe(document, { attributes: true, attributeFilter: ['data-hydrated'], subtree: true });
};

/** One visit with empty caches on a slowed CPU; at its end, a click must have its effect. */
const loadOnce = async (browser: Browser, url: string, { email, password }: SignIn): Promise<Load> => {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  try {
    const answer = await context.request.post('/v1/accounts/login', {
      data: { email, password },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    if (!answer.ok()) throw new Error(`Signing in failed with ${answer.status()}.`);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const scripts = new Map<string, number>();
    await devtools.send('Network.enable');
    devtools.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.set(requestId, 0);
    });
    devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const known = scripts.get(requestId);
      if (known !== undefined) scripts.set(requestId, known + encodedDataLength);
    });
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await page.addInitScript(watchForHydration);
    await page.goto('/certificates');
    const interactiveMs = await page.evaluate(async () => {
      while (performance.getEntriesByName('interactive').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      return performance.getEntriesByName('interactive')[0]?.startTime ?? Number.NaN;
    });
    const { metrics } = await devtools.send('Performance.getMetrics');
    const busySeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    await page.waitForLoadState(QUIET);
    const sizes = [...scripts.values()];
    await page.getByRole('checkbox', { name: 'Select all matching certificates' }).check();
    await page.getByRole('button', { name: 'Bulk' }).waitFor();
    return { scripts: sizes, interactiveMs, busyMs: busySeconds * 1000 };
  } finally {
    await context.close();
  }
};

/** First visits of the list in a real browser on a CPU slowed four times. */
export const measureLoads = async (url: string, account: SignIn): Promise<Loads> => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium found. Install one, or set CHROMIUM_PATH.');
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    const loads: Load[] = [];
    for (let load = 0; load < LOADS; load += 1) loads.push(await loadOnce(browser, url, account));
    const times = loads.map(({ interactiveMs }) => interactiveMs).sort((one, other) => one - other);
    const largest = loads.reduce((most, { scripts }) => (scripts.length > most.length ? scripts : most), loads[0]?.scripts ?? []);
    const busy = loads.map(({ busyMs }) => busyMs).sort((one, other) => one - other);
    return {
      busyMs: busy[Math.floor(busy.length / 2)] ?? Number.NaN,
      scriptBytes: largest.reduce((sum, bytes) => sum + bytes, 0),
      scripts: largest.length,
      interactiveMs: times[Math.floor(times.length / 2)] ?? Number.NaN,
      fastestMs: times[0] ?? Number.NaN,
      slowestMs: times.at(-1) ?? Number.NaN,
    };
  } finally {
    await browser.close();
  }
};
