import type { Page } from 'playwright-core';
import type { Shot } from './shot.ts';

/** A button in the row, or on small screens an entry of the menu at its end. */
const openEnvironments = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: 'Manage Environments' });
  if (await button.isVisible()) await button.click();
  else {
    await page.getByRole('button', { name: 'More list actions' }).click();
    await page.getByRole('menuitem', { name: 'Manage Environments' }).click();
  }
  await page.getByRole('dialog').getByText('Staging').waitFor();
};

const openTags = async (page: Page): Promise<void> => {
  await page.getByRole('region', { name: 'Tags & Environment' }).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Owner').waitFor();
};

/** Another person saves while the dialog is open. */
const saveMeanwhile = async (page: Page): Promise<void> => {
  const path = new URL(page.url()).pathname;
  const data = { tags: { team: 'Payments', owner: 'Maren Voss' } };
  const answer = await page.request.put(`/v1${path}/tags`, { data, headers: { 'sec-fetch-site': 'same-origin' } });
  if (!answer.ok()) throw new Error(`The other save was answered ${answer.status()}.`);
};

const scrollToWidgets = async (page: Page): Promise<void> => {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('region', { name: 'Cost savings' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
};

/** Organizing many certificates: filters, search words, environments, tags, and the widgets below the list. */
export const organizeShots = (pathOf: (name: string) => string): readonly Shot[] => [
  { name: 'certificates-filtered', as: 'demo', path: '/certificates?q=expires%3A%3C60d&tag=team%3DPlatform' },
  { name: 'certificates-search-refused', as: 'demo', path: '/certificates?q=tag%3A' },
  {
    name: 'certificates-search-unreadable',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await page.getByRole('searchbox').fill('expires:soon');
      await page.getByText("Write 'expires:'").waitFor();
    },
  },
  {
    name: 'certificates-search-words',
    as: 'demo',
    path: '/certificates',
    only: 'wide',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Search words' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'certificates-folded-filters',
    as: 'demo',
    path: '/certificates',
    only: 'narrow',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More list actions' }).click();
      await page.getByRole('menuitem', { name: /^Filter/ }).click();
      await page.getByLabel('Tag', { exact: true }).waitFor();
    },
  },
  {
    name: 'certificates-list-menu',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More list actions' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'calendar',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More list actions' }).click();
      await page.getByRole('menuitem', { name: /^Calendar feed/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Calendar feed' });
      await dialog.getByRole('button', { name: /Address$/ }).click();
      await dialog.getByLabel('Feed address', { exact: true }).waitFor();
    },
  },
  { name: 'certificates-widgets', as: 'demo', path: '/certificates', prepare: scrollToWidgets },
  { name: 'environments', as: 'demo', path: '/certificates', prepare: openEnvironments },
  {
    name: 'environments-form',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await openEnvironments(page);
      await page.getByRole('button', { name: 'Add Environment' }).click();
      await page.getByLabel('Environment Name').fill('Testing');
    },
  },
  {
    name: 'environments-refused',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await openEnvironments(page);
      await page.getByRole('button', { name: 'Delete Staging' }).click();
      await page.getByRole('button', { name: 'Delete Environment' }).click();
      await page.getByRole('alert').filter({ hasText: 'assigned' }).waitFor();
    },
  },
  { name: 'tags', as: 'demo', path: pathOf('api'), prepare: openTags },
  {
    name: 'tags-owner',
    as: 'demo',
    path: pathOf('api'),
    prepare: async (page) => {
      await openTags(page);
      await page.getByRole('dialog').getByLabel('Owner').click();
      await page.getByRole('option', { name: /@/ }).first().waitFor();
    },
  },
  {
    name: 'tags-conflict',
    as: 'demo',
    path: pathOf('shop'),
    prepare: async (page) => {
      await openTags(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Team').fill('Retail');
      await saveMeanwhile(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Changed by somebody else').waitFor();
    },
  },
  ...(['Certificate file', 'Date'] as const).map(
    (kind): Shot => ({
      name: `add-${kind === 'Date' ? 'date' : 'upload'}`,
      as: 'demo',
      path: '/certificates/add',
      prepare: async (page) => {
        await page.getByRole('radio', { name: kind }).check({ force: true });
        await page.getByLabel('Name').first().waitFor();
      },
    }),
  ),
  {
    name: 'add-many-report',
    as: 'demo',
    path: '/certificates/add',
    prepare: async (page) => {
      await page
        .getByLabel('Domains, one per line, or CSV')
        .fill('api.harborline.example\nhttps://shop.harborline.example\n*.harborline.example');
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByRole('region', { name: 'Import report' }).waitFor();
    },
  },
];
