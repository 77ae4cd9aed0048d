import type { Page } from 'playwright-core';
import { brandId, writeDates } from '../../packages/domain/src/index.ts';
import type { TwoFactorView } from '../../packages/features/src/index.ts';
import { answer, type Shot } from './shot.ts';

const path = '/settings?tab=1';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codes = ['4T7Q-0XKD-9MVB-R3HE', 'A1ZN-7W2C-K8PD-55TS', '0QXM-B3RF-2HJ9-VN6G', 'CW84-ZK1P-TD7E-M0XA', 'R6GB-93SN-HQ5V-2FJC'];

const view: TwoFactorView = {
  passkeys: [
    {
      id: brandId('01989f0a-7c1e-7b42-9f60-000000000001'),
      name: 'Work laptop',
      createdAt: new Date('2026-09-02T08:00:00Z'),
      lastUsedAt: new Date('2026-11-20T07:41:00Z'),
    },
    {
      id: brandId('01989f0a-7c1e-7b42-9f60-000000000002'),
      name: 'Key in the safe',
      createdAt: new Date('2026-09-02T08:10:00Z'),
      lastUsedAt: null,
    },
  ],
  appSince: new Date('2026-09-02T08:20:00Z'),
  recoveryCodesLeft: 8,
  proof: 'password',
};

/** The profile of a person who set everything up, or nothing. */
const openProfile = async (page: Page, shown: TwoFactorView): Promise<void> => {
  await answer(page, 'signIn.twoFactor', Object(writeDates(shown)));
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('region', { name: 'Authenticator App' }).scrollIntoViewIfNeeded();
};

const openDialog = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').waitFor();
};

const toScan = async (page: Page): Promise<void> => {
  await openProfile(page, { ...view, appSince: null });
  await answer(page, 'signIn.beginTotp', {
    secret: SECRET,
    uri: `otpauth://totp/Notafter:maren%40harborline.example?secret=${SECRET}&issuer=Notafter`,
  });
  await openDialog(page, 'Set Up');
  await page.getByRole('dialog').getByLabel('Current Password').fill('a phrase to look at');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
};

const toSecondStep = async (page: Page): Promise<void> => {
  const question = { challenge: 'a.b', expiresAt: new Date('2026-11-20T10:00:00Z') };
  await answer(page, 'accounts.login', Object(writeDates({ state: 'second-factor', question })));
  await page.getByLabel('Email').fill('maren@harborline.example');
  await page.getByLabel('Password', { exact: true }).fill('a phrase to look at');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
};

/** The second step of signing in, and its setup. */
export const securityShots: readonly Shot[] = [
  { name: 'second-step', as: 'nobody', path: '/', prepare: toSecondStep },
  {
    name: 'second-step-recovery',
    as: 'nobody',
    path: '/',
    prepare: async (page) => {
      await toSecondStep(page);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.getByText('Enter a recovery code.').waitFor();
    },
  },
  { name: 'security-full', as: 'demo', path, prepare: (page) => openProfile(page, view) },
  { name: 'security-empty', as: 'demo', path, prepare: (page) => openProfile(page, { ...view, passkeys: [], appSince: null }) },
  {
    name: 'security-failed',
    as: 'demo',
    path,
    prepare: async (page) => {
      await answer(page, 'signIn.twoFactor', 'fails');
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Profile' }).click();
      await page.getByText('Passkeys did not load').waitFor();
    },
    only: 'wide',
  },
  {
    name: 'security-add-passkey',
    as: 'demo',
    path,
    prepare: async (page) => {
      await openProfile(page, view);
      await openDialog(page, 'Add Passkey');
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Enter your current password.').waitFor();
    },
  },
  {
    name: 'security-remove-passkey',
    as: 'demo',
    path,
    prepare: async (page) => {
      await openProfile(page, view);
      await openDialog(page, 'Remove Work laptop');
    },
    only: 'wide',
  },
  { name: 'security-scan', as: 'demo', path, prepare: toScan },
  {
    name: 'security-recovery-codes',
    as: 'demo',
    path,
    prepare: async (page) => {
      await toScan(page);
      await answer(page, 'signIn.confirmTotp', { recoveryCodes: [...codes, ...codes.map((code) => code.split('').toReversed().join(''))] });
      await page.getByRole('textbox', { name: 'Code' }).fill('492039');
      await page.getByRole('button', { name: 'Turn On' }).click();
      await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
    },
  },
];
