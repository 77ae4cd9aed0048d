import type { Page } from 'playwright-core';

/** Who looks at a screen: nobody signed in, the demo organisation's admin, or the admin of one without certificates. */
export type Viewer = 'nobody' | 'demo' | 'empty';

export interface Shot {
  readonly name: string;
  readonly as: Viewer;
  readonly path: string;
  /** Brings the screen into the state to be shown. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Undoes what `prepare` changed on the server. */
  readonly tidy?: (page: Page) => Promise<void>;
  /** Only at this width; absent: at each. */
  readonly only?: 'wide' | 'narrow';
}

type Answer = 'never' | 'fails' | object;

/** Answers one procedure of the router in place of the server. */
const answer = (page: Page, procedure: string, with_: Answer): Promise<unknown> =>
  page.route(new RegExp(`/api/trpc/[^?]*${procedure.replace('.', '\\.')}`), async (route) => {
    if (with_ === 'never') return;
    if (with_ === 'fails') return route.abort();
    await route.fulfill({ json: { result: { data: { json: with_ } } } });
  });

const fillSignIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

const toSignUpDetails = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Work Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First Name').waitFor();
};

const signUp = async (page: Page, email: string): Promise<void> => {
  await toSignUpDetails(page, email);
  await page.getByLabel('First Name').fill('Jonas');
  await page.getByLabel('Last Name').fill('Reyes');
  await page.getByLabel('Password', { exact: true }).fill('a phrase to look at');
  await page.getByRole('button', { name: 'Create Account' }).click();
};

const fillNewPassword = async (page: Page, confirmation: string): Promise<void> => {
  await page.getByLabel('New Password').fill('a phrase to look at');
  await page.getByLabel('Confirm Password').fill(confirmation);
  await page.getByRole('button', { name: 'Reset Password' }).click();
};

const publicShots: readonly Shot[] = [
  { name: 'sign-in', as: 'nobody', path: '/' },
  {
    name: 'sign-in-refused',
    as: 'nobody',
    path: '/',
    prepare: async (page) => {
      await answer(page, 'accounts.login', 'fails');
      await fillSignIn(page, 'maren@harborline.example', 'not the password');
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    },
  },
  {
    name: 'forgot-password-sent',
    as: 'nobody',
    path: '/',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Forgot Password?' }).click();
      await page.getByRole('form', { name: 'Forgot Password' }).getByLabel('Email').fill('nobody@harborline.example');
      await page.getByRole('button', { name: 'Send Reset Link' }).click();
      await page.getByText('Password reset link sent').waitFor();
    },
  },
  { name: 'sign-up-1', as: 'nobody', path: '/signup' },
  {
    name: 'sign-up-1-refused',
    as: 'nobody',
    path: '/signup',
    prepare: async (page) => {
      await page.getByLabel('Work Email').fill('jonas at harborline');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Please enter a valid email').waitFor();
    },
  },
  { name: 'sign-up-2', as: 'nobody', path: '/signup', prepare: (page) => toSignUpDetails(page, 'jonas@harborline.example') },
  {
    name: 'sign-up-2-refused',
    as: 'nobody',
    path: '/signup',
    prepare: async (page) => {
      await signUp(page, 'maren@harborline.example');
      await page.getByText('Email already exists').waitFor();
    },
  },
  {
    name: 'signed-up',
    as: 'nobody',
    path: '/signup',
    prepare: async (page) => {
      await answer(page, 'accounts.register', { message: 'Registration successful! Check your email for verification.' });
      await signUp(page, 'jonas@harborline.example');
      await page.getByText('Registration successful!').waitFor();
    },
  },
  {
    name: 'activating',
    as: 'nobody',
    path: '/terms',
    prepare: async (page) => {
      await answer(page, 'accounts.activate', 'never');
      await page.goto('/activate/a-link');
      await page.getByText('Activating your account...').waitFor();
    },
  },
  {
    name: 'activated',
    as: 'nobody',
    path: '/terms',
    prepare: async (page) => {
      await answer(page, 'accounts.activate', { message: 'Your account is active. You can sign in now.' });
      await page.goto('/activate/a-link');
      await page.getByText('Your account is active.').waitFor();
    },
  },
  {
    name: 'activation-refused',
    as: 'nobody',
    path: '/activate/not-a-link',
    prepare: (page) => page.getByText('This link is not valid.').waitFor(),
  },
  { name: 'reset-password', as: 'nobody', path: '/reset-password/a-link' },
  {
    name: 'reset-password-refused',
    as: 'nobody',
    path: '/reset-password/a-link',
    prepare: async (page) => {
      await fillNewPassword(page, 'another phrase');
      await page.getByText('Passwords do not match.').waitFor();
    },
  },
  {
    name: 'password-reset',
    as: 'nobody',
    path: '/reset-password/a-link',
    prepare: async (page) => {
      await answer(page, 'accounts.resetPassword', { message: 'Password reset successfully! Redirecting to login...' });
      await fillNewPassword(page, 'a phrase to look at');
      await page.getByText('Password reset successfully!').waitFor();
    },
  },
  { name: 'terms', as: 'nobody', path: '/terms' },
  { name: 'not-found-public', as: 'nobody', path: '/nothing-here' },
  { name: 'api-reference', as: 'nobody', path: '/v1/docs' },
];

/** The box of the head, where it has one; on narrow screens that of the first row. */
const select = (page: Page): Promise<void> => page.getByRole('checkbox').first().check();
const openAdd = async (page: Page, domain: string): Promise<void> => {
  await page.getByLabel('Enter Domain').fill(domain);
  await page.getByRole('main').getByRole('button', { name: 'Add Certificate' }).click();
};
/** Follows a link inside the app, so that the next screen asks for its data in the browser. */
const toList = (page: Page): Promise<void> => page.getByRole('link', { name: 'Go to Certificates' }).click();

const listShots: readonly Shot[] = [
  { name: 'certificates', as: 'demo', path: '/certificates' },
  { name: 'certificates-50-rows', as: 'demo', path: '/certificates?rows=50' },
  { name: 'certificates-critical', as: 'demo', path: '/certificates?status=critical' },
  { name: 'certificates-unreachable', as: 'demo', path: '/certificates?status=unreachable' },
  { name: 'certificates-no-match', as: 'demo', path: '/certificates?q=nothing+like+it' },
  { name: 'certificates-selected', as: 'demo', path: '/certificates', prepare: select },
  {
    name: 'certificates-bulk-menu',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await select(page);
      await page.getByRole('button', { name: 'Bulk' }).click();
      await page.getByRole('menuitem', { name: 'Delete Selected' }).waitFor();
    },
  },
  {
    name: 'certificates-row-menu',
    as: 'demo',
    path: '/certificates',
    only: 'wide',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^More actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'View Details' }).waitFor();
    },
  },
  {
    name: 'certificates-delete-dialog',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await select(page);
      await page.getByRole('button', { name: 'Bulk' }).click();
      await page.getByRole('menuitem', { name: 'Delete Selected' }).click();
      await page.getByRole('dialog', { name: /^Delete / }).waitFor();
    },
  },
  { name: 'certificates-empty', as: 'empty', path: '/certificates' },
  {
    name: 'certificates-loading',
    as: 'demo',
    path: '/nothing-here',
    prepare: async (page) => {
      await answer(page, 'certificates.', 'never');
      await toList(page);
      await page.locator('table[aria-busy=true]').waitFor();
    },
  },
  {
    name: 'certificates-error',
    as: 'demo',
    path: '/nothing-here',
    prepare: async (page) => {
      await answer(page, 'certificates.', 'fails');
      await toList(page);
      await page.getByText('Certificates did not load').waitFor({ timeout: 60_000 });
    },
  },
];

const otherShots: readonly Shot[] = [
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

/** Hosts of the demo organisation, each of which stands for one state of the detail screen. */
const details = {
  valid: 'www',
  'many-names': 'api',
  warning: 'shop',
  critical: 'mail',
  expired: 'legacy',
  unreachable: 'edge-7',
  'self-signed': 'files.int',
  'wrong-host': 'partners',
  'long-chain': 'vault.int',
} as const;

const detailShots = (pathOf: (name: string) => string): readonly Shot[] => [
  ...Object.entries(details).map(([state, name]) => ({ name: `detail-${state}`, as: 'demo' as const, path: pathOf(name) })),
  {
    name: 'detail-delete-dialog',
    as: 'demo',
    path: pathOf(details.expired),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog', { name: /^Delete / }).waitFor();
    },
  },
];

/** Every screen in every state. `pathOf` leads to the detail of a host of the demo organisation. */
export const allShots = (pathOf: (name: string) => string): readonly Shot[] => [
  ...publicShots,
  ...listShots,
  ...otherShots,
  ...detailShots(pathOf),
];
