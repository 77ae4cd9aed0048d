import type { Page } from 'playwright-core';
import type { Shot } from './shot.ts';

const openAdd = async (page: Page, domain: string): Promise<void> => {
  await page.getByLabel('Enter Domain').fill(domain);
  await page.getByRole('main').getByRole('button', { name: 'Add Certificate' }).click();
};
/** Adding a certificate, the parts around every screen, and missing pages. */
export const shellShots: readonly Shot[] = [
  { name: 'add', as: 'demo', path: '/certificates/add' },
  {
    name: 'add-refused',
    as: 'demo',
    path: '/certificates/add',
    prepare: async (page) => {
      await openAdd(page, 'https://nowhere.example/path');
      await page.locator('[data-error=true]').first().waitFor();
    },
  },
  {
    name: 'add-success',
    as: 'empty',
    path: '/certificates/add',
    prepare: async (page) => {
      await openAdd(page, 'shop.harborline.example');
      await page.getByText('Certificate added successfully!').waitFor();
    },
    tidy: async (page) => {
      const address = await page.getByRole('link', { name: 'View Details' }).getAttribute('href');
      await page.request.delete(`/v1${address}`, { headers: { 'sec-fetch-site': 'same-origin' } });
    },
  },
  { name: 'not-found', as: 'demo', path: '/nothing-here' },
  { name: 'certificate-not-found', as: 'demo', path: '/certificates/01989f0a-7c1e-7b42-9f60-000000000000' },
  {
    name: 'shortcuts-dialog',
    as: 'demo',
    path: '/certificates',
    only: 'wide',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
    },
  },
  {
    name: 'account-menu',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    },
  },
  {
    name: 'drawer',
    as: 'demo',
    path: '/certificates',
    only: 'narrow',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Add Certificate' }).waitFor();
    },
  },
];
