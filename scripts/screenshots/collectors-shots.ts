import type { Page } from 'playwright-core';
import type { StagedCollectors } from './collectors-stage.ts';
import { answer, type Shot } from './shot.ts';

const path = '/collectors';

/** As a person does, so that the browser asks for the list. */
const follow = (page: Page): Promise<void> =>
  page.evaluate((to) => document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`)?.click(), path);

const openDialog = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
};

const showDeployment = (page: Page): Promise<void> => page.getByRole('list', { name: 'Issued, on disk, served' }).waitFor();

/** The collectors in every state, and the dialogs around them. */
export const collectorsShots = ({ page: detail, filePage, silentPage, forkedPage, bundles }: StagedCollectors): readonly Shot[] => [
  { name: 'collectors', as: 'demo', path },
  {
    name: 'collectors-none',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await answer(page, 'collectors.list', { collectors: [] });
      await follow(page);
      await page.getByText('No collectors yet').waitFor();
    },
  },
  { name: 'collectors-locked', as: 'empty', path },
  { name: 'collectors-viewer', as: 'viewer', path },
  {
    name: 'collectors-failed',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await answer(page, 'collectors.list', 'fails');
      await follow(page);
      await page.getByText('Collectors did not load').waitFor();
    },
    only: 'wide',
  },
  {
    name: 'collectors-add',
    as: 'demo',
    path,
    prepare: async (page) => {
      await openDialog(page, 'Add Collector');
      await page.getByLabel('Bundles travel as files').check();
    },
  },
  { name: 'collector', as: 'demo', path: detail },
  { name: 'collector-file-certificate', as: 'demo', path: filePage, prepare: showDeployment },
  { name: 'collector-rows', as: 'demo', path: '/certificates?q=internal' },
  { name: 'collector-silent-certificate', as: 'demo', path: silentPage },
  { name: 'collector-forked-certificate', as: 'demo', path: forkedPage },
  { name: 'collector-ask', as: 'demo', path: detail, prepare: (page) => openDialog(page, 'Ask to Check an Endpoint') },
  { name: 'collector-delete', as: 'demo', path: detail, prepare: (page) => openDialog(page, 'Delete') },
  {
    name: 'collectors-token',
    as: 'demo',
    path,
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Depot' }).click();
      await openDialog(page, 'Create Another Token');
    },
  },
  {
    name: 'collectors-import',
    as: 'demo',
    path,
    prepare: async (page) => {
      await openDialog(page, 'Import Bundles');
      const files = bundles.map((bundle) => ({ ...bundle, mimeType: 'application/octet-stream' }));
      await page.getByLabel('Bundles', { exact: true }).setInputFiles(files);
      await page.getByText('Receipts', { exact: true }).waitFor();
    },
  },
];
