import type { Page } from 'playwright-core';
import { answer, type Shot } from './shot.ts';

/** The checkout links of the stage's server; nothing is bought there. */
export const checkoutSettings = Object.fromEntries(
  ['ESSENTIALS', 'TEAM', 'ENTERPRISE'].flatMap((plan) =>
    ['MONTHLY', 'ANNUAL'].map((period) => [`STRIPE_LINK_${plan}_${period}`, `https://buy.example.com/${plan}/${period}`.toLowerCase()]),
  ),
);

const DAY_MS = 24 * 60 * 60 * 1000;
/** An instant as the router serializes it. */
const inDays = (days: number): string => `~${new Date(Date.now() + days * DAY_MS).toISOString()}`;

const offers = ['Essentials', 'Team', 'Enterprise'].map((plan) => ({
  plan,
  monthlyUrl: 'https://buy.example.com',
  annualUrl: 'https://buy.example.com',
  downgrade: plan === 'Essentials' ? { certificatesToRemove: 28, currentCount: 48, newPlanLimit: 20 } : null,
}));

const team = {
  plan: 'Team',
  setBy: 'checkout',
  currentCertificates: 48,
  currentMembers: 3,
  pendingInvitations: 0,
  currentEnvironments: 2,
  limits: { certificates: 150, members: 5, environments: 2 },
  downgrade: null,
};
const details = {
  clientReferenceId: 'a-reference',
  status: 'active',
  interval: 'monthly',
  trialEndsAt: null,
  periodEndsAt: inDays(11),
  cancelAtPeriodEnd: false,
  paymentFailedAt: null,
  graceEndsAt: null,
  portalUrl: 'https://pay.example.com',
  offers,
};

/** Navigates inside the app, so that the screen fetches its own data. */
const go = async (page: Page): Promise<void> => {
  // The menu of a narrow window contains the same link.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/billing"]')?.click());
};

const showing = (plan: object) => async (page: Page) => {
  await answer(page, 'billing.plan', plan);
  await go(page);
  await page.getByRole('heading', { name: 'Current Plan' }).waitFor();
};

/** Plans, usage, overdue and canceled subscriptions, and the checkout's return pages. */
export const billingShots: readonly Shot[] = [
  { name: 'billing-free', as: 'empty', path: '/billing' },
  { name: 'billing-operator', as: 'keys', path: '/billing' },
  { name: 'billing-team', as: 'demo', path: '/certificates', prepare: showing({ ...team, billing: details }) },
  {
    name: 'billing-annual',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await showing({ ...team, billing: { ...details, status: 'trialing', interval: 'annual', trialEndsAt: inDays(5) } })(page);
    },
    only: 'wide',
  },
  {
    name: 'billing-failed-payment',
    as: 'demo',
    path: '/certificates',
    prepare: showing({ ...team, billing: { ...details, status: 'past_due', paymentFailedAt: inDays(-3), graceEndsAt: inDays(11) } }),
  },
  {
    name: 'billing-cancelled',
    as: 'demo',
    path: '/certificates',
    prepare: showing({ ...team, currentCertificates: 151, billing: { ...details, cancelAtPeriodEnd: true } }),
  },
  { name: 'billing-viewer', as: 'demo', path: '/certificates', prepare: showing({ ...team, billing: null }), only: 'wide' },
  {
    name: 'billing-downgrade',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await showing({ ...team, billing: details })(page);
      await page.getByRole('button', { name: 'Start 7-Day Trial of Essentials' }).click();
      await page.getByRole('dialog', { name: 'Plan Downgrade Warning' }).waitFor();
    },
  },
  {
    name: 'billing-loading',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await answer(page, 'billing.plan', 'never');
      await go(page);
      await page.getByRole('region', { name: 'Plans & Billing' }).waitFor();
    },
    only: 'wide',
  },
  {
    name: 'billing-failed',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await answer(page, 'billing.plan', 'fails');
      await go(page);
      await page.getByText('The plan did not load').waitFor();
    },
    only: 'wide',
  },
  { name: 'billing-success', as: 'demo', path: '/billing/success' },
  { name: 'billing-cancel', as: 'demo', path: '/billing/cancel' },
];
