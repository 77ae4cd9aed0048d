import type { Page } from 'playwright-core';
import { demoSignIn } from '../../apps/server/src/dev/demo-organization.ts';
import { answer, type Shot } from './shot.ts';

/** The checkbox in the header. */
const select = (page: Page): Promise<void> => page.getByRole('checkbox').first().check();
/** Follows a link inside the app, so that the next screen fetches its data in the browser. */
const toList = (page: Page): Promise<void> => page.getByRole('link', { name: 'Go to Certificates' }).click();

/** The demo's only channel. */
const enableEmail = async (page: Page, enabled: boolean): Promise<void> => {
  const data = { channel_type: 'email', enabled, settings: { email: demoSignIn.email } };
  const answer = await page.request.post('/v1/notifications/channels', { data, headers: { 'sec-fetch-site': 'same-origin' } });
  if (!answer.ok()) throw new Error(`The channel was answered ${answer.status()}.`);
};

/** The certificate list in each of its states. */
export const listShots: readonly Shot[] = [
  { name: 'certificates', as: 'demo', path: '/certificates' },
  { name: 'certificates-50-rows', as: 'demo', path: '/certificates?rows=50' },
  { name: 'certificates-critical', as: 'demo', path: '/certificates?status=critical' },
  { name: 'certificates-unreachable', as: 'demo', path: '/certificates?status=unreachable' },
  { name: 'certificates-by-protocol', as: 'demo', path: '/certificates?protocol=tls' },
  { name: 'certificates-no-match', as: 'demo', path: '/certificates?q=nothing+like+it' },
  // A phone has no checkboxes: there, the row itself opens its actions.
  { name: 'certificates-selected', as: 'demo', path: '/certificates', only: 'wide', prepare: select },
  {
    name: 'certificates-bulk-menu',
    as: 'demo',
    path: '/certificates',
    only: 'wide',
    prepare: async (page) => {
      await select(page);
      await page.getByRole('button', { name: 'Bulk' }).click();
      await page.getByRole('menuitem', { name: 'Delete Selected' }).waitFor();
    },
  },
  {
    name: 'certificates-row-menu',
    as: 'demo',
    path: '/certificates',
    only: 'wide',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^More actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'View Details' }).waitFor();
    },
  },
  {
    name: 'certificates-delete-dialog',
    as: 'demo',
    path: '/certificates',
    only: 'wide',
    prepare: async (page) => {
      await select(page);
      await page.getByRole('button', { name: 'Bulk' }).click();
      await page.getByRole('menuitem', { name: 'Delete Selected' }).click();
      await page.getByRole('dialog', { name: /^Delete / }).waitFor();
    },
  },
  {
    name: 'certificates-no-alerts',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await enableEmail(page, false);
      await page.reload();
      await page.getByRole('button', { name: 'Dismiss the first steps' }).click();
      await page.getByText('No one is receiving alerts.').waitFor();
    },
    tidy: (page) => enableEmail(page, true),
  },
  { name: 'certificates-empty', as: 'empty', path: '/certificates' },
  {
    name: 'certificates-loading',
    as: 'demo',
    path: '/nothing-here',
    prepare: async (page) => {
      await answer(page, 'certificates.', 'never');
      await toList(page);
      await page.locator('table[aria-busy=true]').waitFor();
    },
  },
  {
    name: 'certificates-error',
    as: 'demo',
    path: '/nothing-here',
    prepare: async (page) => {
      await answer(page, 'certificates.', 'fails');
      await toList(page);
      await page.getByText('Certificates did not load').waitFor({ timeout: 60_000 });
    },
  },
];
