import type { Page } from 'playwright-core';
import { addMs, DAY_MS, writeDates } from '../../packages/domain/src/index.ts';
import { answer, type Shot } from './shot.ts';

const openDialog = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').waitFor();
};

/** Navigates inside the app, after a procedure was made to fail. */
const follow = (page: Page, href: string): Promise<void> =>
  page.evaluate((to) => document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`)?.click(), href);

const at = new Date();
const createdKey = {
  apiKey: {
    id: '0198b5a0-0000-7000-8000-000000000002',
    name: 'terraform-prod',
    ending: '8Qw2',
    permissions: { read: true, write: false, delete: false },
    scope: { tag: { name: 'team', value: 'payments' } },
    allowedAddresses: ['198.51.100.0/24', '2001:db8::/32'],
    replacedBy: null,
    createdAt: at,
    lastUsedAt: null,
    expiresAt: addMs(at, 90 * DAY_MS),
    status: 'active',
  },
  secret: 'nak_k3Vb0rX9s2LqT7mYwE5uHc1dGf8JzAoPn4iRt68Qw2K',
};

/** Tokens, keys, the API documentation and the audit log, each in its states. */
export const settingsShots: readonly Shot[] = [
  { name: 'settings-tokens', as: 'keys', path: '/settings?tab=1' },
  { name: 'settings-tokens-none', as: 'empty', path: '/settings?tab=1' },
  {
    name: 'settings-token-create',
    as: 'keys',
    path: '/settings?tab=1',
    prepare: (page) => openDialog(page, 'Create Token'),
  },
  {
    name: 'settings-tokens-failed',
    as: 'keys',
    path: '/settings?tab=2',
    prepare: async (page) => {
      await answer(page, 'settings.tokens', 'fails');
      await follow(page, '/settings?tab=1');
      await page.getByText('Failed to fetch tokens').waitFor();
    },
    only: 'wide',
  },
  { name: 'settings-keys', as: 'keys', path: '/settings?tab=2' },
  {
    name: 'settings-key-create',
    as: 'keys',
    path: '/settings?tab=2',
    prepare: (page) => openDialog(page, 'Create API Key'),
  },
  {
    name: 'settings-key-rotate',
    as: 'keys',
    path: '/settings?tab=2',
    prepare: (page) => openDialog(page, 'Rotate terraform-prod'),
  },
  {
    name: 'settings-key-once',
    as: 'keys',
    path: '/settings?tab=2',
    prepare: async (page) => {
      // A real key would appear in the following pictures.
      const made = [{ result: { data: writeDates(createdKey) } }];
      await page.route(/\/api\/trpc\/settings\.addApiKey/, (route) => route.fulfill({ json: made }));
      await openDialog(page, 'Create API Key');
      await page.getByLabel('Name').fill('terraform-prod');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('dialog', { name: 'API key created' }).waitFor();
    },
  },
  {
    name: 'settings-key-revoke',
    as: 'keys',
    path: '/settings?tab=2',
    prepare: (page) => openDialog(page, 'Revoke ci-renewals'),
    only: 'wide',
  },
  { name: 'settings-keys-locked', as: 'empty', path: '/settings?tab=2' },
  {
    name: 'settings-docs',
    as: 'keys',
    path: '/settings?tab=3',
    prepare: (page) => page.getByText('Base address').waitFor(),
  },
  {
    name: 'settings-docs-authentication',
    as: 'keys',
    path: '/settings?tab=3&section=authentication',
    prepare: (page) => page.getByRole('region', { name: 'API key' }).waitFor(),
  },
  {
    name: 'settings-docs-endpoints',
    as: 'keys',
    path: '/settings?tab=3&section=endpoints',
    prepare: (page) => page.getByLabel('Filter endpoints').fill('certificates'),
  },
  { name: 'audit', as: 'keys', path: '/audit' },
  {
    name: 'audit-entry',
    as: 'keys',
    path: '/audit?group=settings',
    prepare: async (page) => {
      await page.getByRole('row').filter({ hasText: 'terraform-prod' }).getByRole('button').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'audit-none', as: 'keys', path: '/audit?group=team' },
];
