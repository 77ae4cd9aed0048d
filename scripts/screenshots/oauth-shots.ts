import type { Shot } from './shot.ts';

/** Sign-in with a provider: failures, and the linked accounts of a person. */
export const oauthShots: readonly Shot[] = [
  {
    name: 'oauth-refused',
    as: 'nobody',
    path: '/?error=oauth_email_unverified',
    prepare: (page) => page.getByText('no verified email address').waitFor(),
  },
  {
    name: 'oauth-linked-accounts',
    as: 'empty',
    path: '/settings?tab=0&linked=github',
    prepare: (page) => page.getByRole('button', { name: 'Link Google' }).waitFor(),
  },
  {
    name: 'oauth-link-dialog',
    as: 'empty',
    path: '/settings?tab=0',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Link Google' }).click();
      await page.getByRole('dialog').getByLabel('Current Password').waitFor();
    },
  },
  {
    name: 'oauth-link-refused',
    as: 'empty',
    path: '/settings?tab=0&error=identity_taken',
    prepare: (page) => page.getByRole('button', { name: 'Link Google' }).waitFor(),
  },
];
