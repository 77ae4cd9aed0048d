import type { Page } from 'playwright-core';
import type { MailedLinks } from './notification-stage.ts';
import { answer, type Shot } from './shot.ts';

const path = '/settings?tab=0';

const openDialog = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').waitFor();
};

const toProfile = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Profile' }).click();

/** Answers as for an admin who is not the last: leaving is allowed then. */
const withOtherAdmin = async (page: Page): Promise<void> => {
  await page.route(/\/api\/trpc\/[^?]*profile\.get/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/"last":"\w+"/, '"last":null') });
  });
  await toProfile(page);
};

/** The personal settings in their states, and the pages behind links in mails. */
export const profileShots = ({ confirmEmail }: MailedLinks): readonly Shot[] => [
  { name: 'profile', as: 'demo', path },
  { name: 'profile-alone', as: 'empty', path },
  {
    name: 'profile-pending',
    as: 'keys',
    path,
    prepare: async (page) => {
      await page.getByLabel('Email').fill('ines.marlow@tideway.example');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByRole('button', { name: 'Cancel change' }).waitFor();
    },
    tidy: async (page) => {
      await page.getByRole('button', { name: 'Cancel change' }).click();
      await page.getByText('Email change canceled.').waitFor();
    },
  },
  {
    name: 'profile-refused',
    as: 'demo',
    path,
    prepare: async (page) => {
      await page.getByLabel('First Name').fill('');
      await page.getByLabel('Email').fill('not an address');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page.getByText('Please enter a valid email address.').waitFor();
      const form = page.getByRole('form', { name: 'Password' });
      await form.getByLabel('New Password').fill('harbor lights at dawn');
      await form.getByRole('button', { name: 'Change Password' }).click();
      await form.getByText('Please fill out all fields.').waitFor();
      await form.getByText('Password strength').waitFor();
    },
  },
  {
    name: 'profile-step-down',
    as: 'demo',
    path: '/settings?tab=1',
    prepare: async (page) => {
      await withOtherAdmin(page);
      await openDialog(page, 'Step down...');
    },
    only: 'wide',
  },
  {
    name: 'profile-leave',
    as: 'demo',
    path: '/settings?tab=1',
    prepare: async (page) => {
      await withOtherAdmin(page);
      await openDialog(page, 'Leave...');
    },
  },
  {
    name: 'profile-failed',
    as: 'demo',
    path: '/settings?tab=1',
    prepare: async (page) => {
      await answer(page, 'profile.get', 'fails');
      await toProfile(page);
      await page.getByText('Failed to fetch profile').waitFor();
    },
    only: 'wide',
  },
  {
    name: 'profile-platform-admin',
    as: 'keys',
    path,
    prepare: async (page) => {
      await answer(page, 'accounts.requestMailboxProof', { message: 'We sent a link to ines@tideway.example.' });
      await page.getByRole('button', { name: 'Send Confirmation Link' }).click();
      await page.getByText('We sent a link').waitFor();
    },
  },
  { name: 'confirm-mailbox', as: 'keys', path: '/confirm-mailbox/a-link' },
  {
    name: 'confirm-mailbox-refused',
    as: 'keys',
    path: '/confirm-mailbox/a-link',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Confirm', exact: true }).click();
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    },
  },
  {
    name: 'confirm-mailbox-done',
    as: 'keys',
    path: '/confirm-mailbox/a-link',
    prepare: async (page) => {
      await answer(page, 'accounts.proveMailbox', { message: 'Mailbox confirmed.' });
      await page.getByRole('button', { name: 'Confirm', exact: true }).click();
      await page.getByRole('link', { name: 'Open profile' }).waitFor();
    },
    only: 'narrow',
  },
  { name: 'confirm-mailbox-signed-out', as: 'nobody', path: '/confirm-mailbox/a-link' },
  { name: 'confirm-email', as: 'nobody', path: confirmEmail },
  { name: 'confirm-email-invalid', as: 'nobody', path: '/confirm-email/x' },
];
