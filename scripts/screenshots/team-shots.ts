import type { Page } from 'playwright-core';
import { answer, type Shot } from './shot.ts';

const link = '/create-password?email=elif%40harborline.example&org_id=01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10&code=01989f0a.Yx3k';

const pressOn = async (page: Page, name: string, dialog: string): Promise<void> => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog', { name: dialog }).waitFor();
};

const activate = async (page: Page): Promise<void> => {
  await page.getByLabel('Password', { exact: true }).fill('staple paperclip sunrise');
  await page.getByRole('button', { name: 'Activate Account' }).click();
};

/** Members, invitations and environments; and the screen that accepts an invitation. */
export const teamShots: readonly Shot[] = [
  { name: 'team', as: 'demo', path: '/users' },
  { name: 'team-locked', as: 'empty', path: '/users' },
  {
    name: 'team-invite',
    as: 'demo',
    path: '/users',
    prepare: async (page) => {
      await pressOn(page, 'Invite User', 'Invite Team Member');
      await page.getByLabel('Email').fill('maren@certs.example');
      await page.getByLabel('First Name').fill('Maren');
    },
  },
  {
    name: 'team-role',
    as: 'demo',
    path: '/users',
    prepare: (page) => pressOn(page, 'Change role of Jonas Brandt', 'Change role of Jonas Brandt'),
  },
  { name: 'team-remove', as: 'demo', path: '/users', prepare: (page) => pressOn(page, 'Remove Jonas Brandt', 'Remove Jonas Brandt') },
  {
    name: 'team-environment',
    as: 'demo',
    path: '/users',
    prepare: (page) => pressOn(page, 'Edit Production', 'Edit Environment'),
    only: 'wide',
  },
  {
    name: 'team-failed',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await answer(page, 'team.listUsers', 'fails');
      // The menu of a narrow window contains the same link.
      await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/users"]')?.click());
      await page.getByText('Team members did not load').waitFor();
    },
    only: 'wide',
  },
  { name: 'create-password', as: 'nobody', path: link },
  {
    name: 'create-password-refused',
    as: 'nobody',
    path: link,
    prepare: async (page) => {
      await activate(page);
      await page.getByText('The email address was not found.').waitFor();
    },
  },
];
