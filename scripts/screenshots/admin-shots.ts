import type { Page } from 'playwright-core';
import { answer, type Shot } from './shot.ts';

/** The charts' code loads after the screen. */
const drawn = (page: Page): Promise<void> => page.locator('.recharts-line-curve').nth(3).waitFor({ state: 'attached' });

const opened = (action: string) => async (page: Page) => {
  await drawn(page);
  await page.getByRole('button', { name: 'Actions for Brightwater Energy' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').waitFor();
};

/** The administration in each of its states. */
export const adminShots: readonly Shot[] = [
  { name: 'admin', as: 'demo', path: '/admin', prepare: drawn },
  ...['Edit', 'Disable', 'Reset', 'Delete'].map(
    (action): Shot => ({ name: `admin-${action.toLowerCase()}`, as: 'demo', path: '/admin', windowOnly: true, prepare: opened(action) }),
  ),
  {
    name: 'admin-none-found',
    as: 'demo',
    path: '/admin',
    prepare: async (page) => {
      await page.getByLabel('Search organizations').fill('no such name');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('No matches').waitFor();
    },
  },
  {
    name: 'admin-failed',
    as: 'demo',
    path: '/audit',
    only: 'wide',
    prepare: async (page) => {
      for (const part of ['dashboard', 'health', 'charts', 'organizations', 'activity']) await answer(page, `admin.${part}`, 'fails');
      await page.getByRole('link', { name: 'Administration' }).click();
      await page.getByText('Organizations did not load').waitFor();
    },
  },
  { name: 'operation', as: 'demo', path: '/admin/operation' },
  {
    name: 'operation-failed',
    as: 'demo',
    path: '/admin',
    only: 'wide',
    prepare: async (page) => {
      for (const part of ['operatorView', 'failingChannels', 'database']) await answer(page, `admin.${part}`, 'fails');
      await page.getByRole('link', { name: 'Operation' }).click();
      await page.getByText('The figures did not load').waitFor();
    },
  },
  { name: 'admin-denied', as: 'viewer', path: '/admin' },
];
