import type { Page } from 'playwright-core';
import { writeDates } from '../../packages/domain/src/index.ts';
import { answer, type Shot } from './shot.ts';

const path = '/notifications?tab=channels';
const NAME = 'Deploy bot';

const choose = async (page: Page, entry: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${NAME}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await page.getByRole('dialog').waitFor();
};

const openAdd = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add Endpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Endpoint' });
  await dialog.getByLabel('Name').fill('Deploy bot 2');
  await dialog.getByLabel('URL').fill('https://hooks.harborline.example/deploy');
  await dialog.getByRole('checkbox', { name: 'certificate.renewed' }).check();
};

/** Follows a link inside the app, so that the card fetches its data in the browser. */
const toChannels = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Channel Settings' }).click();
  await page.getByRole('region', { name: 'Webhook Endpoints' }).waitFor();
};

/** The webhook endpoints of Channel Settings in their states; the pictures of the channels show the list itself. */
export const endpointShots: readonly Shot[] = [
  {
    name: 'endpoints-menu',
    as: 'demo',
    path,
    prepare: async (page) => {
      await page.getByRole('button', { name: `Actions for ${NAME}` }).click();
      await page.getByRole('menuitem', { name: 'Rotate Secret' }).waitFor();
    },
    only: 'wide',
  },
  { name: 'endpoints-add', as: 'demo', path, prepare: openAdd },
  {
    name: 'endpoints-add-refused',
    as: 'demo',
    path,
    prepare: async (page) => {
      await openAdd(page);
      const dialog = page.getByRole('dialog', { name: 'Add Endpoint' });
      await dialog.getByLabel('URL').fill('not a URL');
      await dialog.getByRole('button', { name: 'Add Endpoint' }).click();
      await dialog.locator('[aria-invalid="true"]').waitFor();
    },
  },
  {
    name: 'endpoints-secret-once',
    as: 'demo',
    path,
    prepare: async (page) => {
      // A real endpoint would appear in the following pictures.
      const endpoint = { id: 'x', name: NAME, url: '••••ploy', types: [], enabled: true, state: 'active', pausedReason: null };
      const added = {
        endpoint: { ...endpoint, failingSince: null, createdAt: new Date() },
        signingSecret: `whsec_${'k3Vb0rX9'.repeat(5)}abc=`,
      };
      await page.route(/\/api\/trpc\/notifications\.addEndpoint/, (route) =>
        route.fulfill({ json: [{ result: { data: writeDates(added) } }] }),
      );
      await openAdd(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Add Endpoint' }).click();
      await page.getByRole('dialog', { name: 'Signing secret' }).waitFor();
    },
  },
  { name: 'endpoints-edit', as: 'demo', path, prepare: (page) => choose(page, 'Edit') },
  { name: 'endpoints-rotate', as: 'demo', path, prepare: (page) => choose(page, 'Rotate Secret') },
  { name: 'endpoints-delete', as: 'demo', path, prepare: (page) => choose(page, 'Delete'), only: 'wide' },
  {
    name: 'endpoints-deliveries',
    as: 'demo',
    path,
    prepare: async (page) => {
      await page.getByRole('button', { name: `Deliveries of ${NAME}` }).click();
      await page.getByRole('dialog').getByText('Delivered').first().waitFor();
    },
  },
  {
    name: 'endpoints-none',
    as: 'demo',
    path: '/notifications',
    prepare: async (page) => {
      await page.route(/\/api\/trpc\/[^?]*notifications\.endpoints/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace(/"endpoints":\[.*?\}\]/, '"endpoints":[]') });
      });
      await toChannels(page);
      await page.getByText('No webhook endpoints').waitFor();
    },
  },
  {
    name: 'endpoints-failed',
    as: 'demo',
    path: '/notifications',
    prepare: async (page) => {
      await answer(page, 'notifications.endpoints', 'fails');
      await toChannels(page);
      await page.getByText('Webhook endpoints did not load').waitFor({ timeout: 60_000 });
    },
    only: 'wide',
  },
];
