import type { Page } from 'playwright-core';
import { answer, type Shot } from './shot.ts';

const path = '/trust-anchors';

const openDialog = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').waitFor();
};

/** The trust anchors in their states, and how a certificate chooses some. `pathOf` returns the detail page of a demo host. */
export const anchorsShots = (pathOf: (name: string) => string): readonly Shot[] => [
  { name: 'anchors', as: 'demo', path },
  { name: 'anchors-none', as: 'empty', path },
  { name: 'anchors-viewer', as: 'viewer', path },
  {
    name: 'anchors-add',
    as: 'demo',
    path,
    prepare: async (page) => {
      await openDialog(page, 'Add Trust Anchors');
      const key = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n-----END PRIVATE KEY-----\n';
      await page.getByLabel('Name').fill('Corp PKI');
      await page.getByLabel('CA certificates (PEM)').fill(key);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText(/contains a private key/).waitFor();
    },
  },
  { name: 'anchors-certificates', as: 'demo', path, prepare: (page) => openDialog(page, 'Lab devices') },
  { name: 'anchors-assign', as: 'demo', path, prepare: (page) => openDialog(page, 'Add Assignment') },
  {
    name: 'anchors-failed',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await answer(page, 'anchors.list', 'fails');
      await page.evaluate((to) => document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`)?.click(), path);
      await page.getByText('Trust anchors did not load').waitFor();
    },
    only: 'wide',
  },
  {
    name: 'anchors-choose',
    as: 'demo',
    path: pathOf('vault.int'),
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Trust Anchors' }).getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
