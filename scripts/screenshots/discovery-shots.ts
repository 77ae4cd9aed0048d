import type { Page } from 'playwright-core';
import { shownRuns } from './discovery-stage.ts';
import { answer, type Shot } from './shot.ts';

/** The menu of a narrow window contains the same link. */
const toDiscovery = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/discovery"]')?.click());
const finished = `/discovery?run=${shownRuns.finished}`;

/** The search for a domain's certificates in each of its states. */
export const discoveryShots: readonly Shot[] = [
  { name: 'discovery', as: 'demo', path: finished },
  { name: 'discovery-running', as: 'demo', path: `/discovery?run=${shownRuns.running}` },
  { name: 'discovery-empty', as: 'empty', path: '/discovery' },
  { name: 'discovery-failed', as: 'demo', path: `/discovery?run=${shownRuns.failed}` },
  { name: 'discovery-gone', as: 'demo', path: `${finished}&list=gone`, only: 'wide' },
  {
    name: 'discovery-names',
    as: 'demo',
    path: finished,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^5 names of api/ }).click();
      await page.getByRole('list', { name: /^Names in the certificate of api/ }).waitFor();
    },
  },
  {
    name: 'discovery-not-added',
    as: 'demo',
    path: finished,
    prepare: async (page) => {
      await answer(page, 'certificates.add', 'fails');
      await page.getByRole('checkbox', { name: 'Select this page' }).check();
      await page.getByRole('button', { name: 'Add Selected' }).click();
      await page.getByRole('region', { name: 'Not added' }).waitFor();
    },
  },
  {
    name: 'discovery-refused',
    as: 'empty',
    path: '/discovery',
    only: 'wide',
    prepare: async (page) => {
      await page.getByLabel('Domain', { exact: true }).fill('com');
      await page.getByRole('button', { name: 'Discover' }).click();
      await page.getByText(/^Failed to start discovery: /).waitFor();
    },
  },
  {
    name: 'discovery-loading',
    as: 'empty',
    path: '/certificates',
    only: 'wide',
    prepare: async (page) => {
      await answer(page, 'discovery.', 'never');
      await toDiscovery(page);
      await page.getByRole('heading', { name: 'Past runs' }).waitFor();
    },
  },
  {
    name: 'discovery-error',
    as: 'empty',
    path: '/certificates',
    only: 'wide',
    prepare: async (page) => {
      await answer(page, 'discovery.', 'fails');
      await toDiscovery(page);
      await page.getByText('Past runs did not load').waitFor({ timeout: 60_000 });
    },
  },
];
