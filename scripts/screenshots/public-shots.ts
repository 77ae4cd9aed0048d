import type { Page } from 'playwright-core';
import { answer, type Shot } from './shot.ts';

const fillSignIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
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

const madeAt = '~2026-11-20T08:00:00.000Z';
const resetPassword = async (page: Page, remaining: readonly object[], remainingSignInMethods: readonly object[]): Promise<void> => {
  const message = 'Password reset successfully! Redirecting to login...';
  await answer(page, 'accounts.resetPassword', { message, remaining, remainingSignInMethods });
  await fillNewPassword(page, 'a phrase to look at');
  await page.getByText('Password reset successfully!').waitFor();
};

/** Screens for visitors who are not signed in. */
export const publicShots: readonly Shot[] = [
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
    prepare: (page) => resetPassword(page, [], []),
  },
  {
    name: 'password-reset-remaining',
    as: 'nobody',
    path: '/reset-password/a-link',
    prepare: (page) =>
      resetPassword(
        page,
        [
          { kind: 'token', name: 'laptop', ending: 'Zk4w', createdAt: madeAt },
          { kind: 'api-key', name: 'terraform-prod', ending: '8Qw2', createdAt: madeAt },
        ],
        [{ kind: 'passkey', name: 'Work laptop', since: madeAt }],
      ),
  },
  { name: 'help', as: 'demo', path: '/help' },
  { name: 'help-channels', as: 'demo', path: '/help/channels' },
  { name: 'help-api', as: 'viewer', path: '/help/api' },
  { name: 'help-search', as: 'demo', path: '/help?q=chain' },
  { name: 'terms', as: 'nobody', path: '/terms' },
  { name: 'not-found-public', as: 'nobody', path: '/nothing-here' },
  { name: 'api-reference', as: 'nobody', path: '/v1/docs', windowOnly: true },
  { name: 'api-reference-webhooks', as: 'nobody', path: '/v1/docs#webhooks', windowOnly: true },
  { name: 'api-changelog', as: 'nobody', path: '/v1/docs/changelog' },
];
