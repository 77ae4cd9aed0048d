import type { Page } from 'playwright-core';
import type { MailedLinks } from './notification-stage.ts';
import { answer, type Shot } from './shot.ts';

const turnOn = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('switch', { name, exact: true }).dispatchEvent('click');
};

/** Alerts with their history, channels in every state, and escalation. */
export const notificationShots = ({ acknowledge }: MailedLinks): readonly Shot[] => [
  { name: 'notifications', as: 'demo', path: '/notifications' },
  {
    name: 'notifications-delivery',
    as: 'demo',
    path: '/notifications',
    prepare: async (page) => {
      await page.getByRole('row').nth(1).getByRole('cell').nth(1).getByRole('button').click();
      await page.getByRole('dialog').getByRole('heading', { name: 'Attempts' }).waitFor();
    },
  },
  { name: 'notifications-none', as: 'empty', path: '/notifications' },
  {
    name: 'notifications-failed',
    as: 'demo',
    path: '/certificates',
    prepare: async (page) => {
      await answer(page, 'notifications.log', 'fails');
      // The menu of a narrow window contains the same link.
      await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/notifications"]')?.click());
      await page.getByText('Alerts did not load').waitFor();
    },
    only: 'wide',
  },
  {
    name: 'notifications-channels',
    as: 'demo',
    path: '/notifications?tab=channels',
    prepare: async (page) => {
      await page.getByText('One message per certificate').waitFor();
      await page.getByText('Last delivery').first().waitFor();
    },
  },
  {
    name: 'notifications-channel-form',
    as: 'demo',
    path: '/notifications?tab=channels',
    prepare: async (page) => {
      await turnOn(page, 'Telegram');
      await page.getByText('Required while the channel is enabled').first().waitFor();
    },
    tidy: (page) => turnOn(page, 'Telegram'),
  },
  {
    name: 'notifications-channel-add',
    as: 'demo',
    path: '/notifications?tab=channels',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add Channel' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Channel' });
      await dialog.getByLabel('Type').selectOption('Slack');
      await dialog.getByLabel('Name').fill('Customer A');
    },
  },
  {
    name: 'notifications-routes',
    as: 'demo',
    path: '/notifications?tab=channels',
    prepare: async (page) => {
      await page.getByText('All others (default route)').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'notifications-route-add',
    as: 'demo',
    path: '/notifications?tab=channels',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add Route' }).click();
      await page.getByRole('dialog', { name: 'Add Route' }).getByLabel('Tag', { exact: true }).fill('customer=a');
    },
  },
  { name: 'notifications-channels-locked', as: 'empty', path: '/notifications?tab=channels' },
  {
    name: 'notifications-smart',
    as: 'demo',
    path: '/notifications?tab=smart',
    prepare: async (page) => {
      for (const name of ['Escalation', 'Grouping', 'Quiet hours', 'Status page']) await turnOn(page, name);
    },
  },
  { name: 'notifications-smart-locked', as: 'empty', path: '/notifications?tab=smart' },
  {
    name: 'notifications-day-rule-form',
    as: 'demo',
    path: '/notifications?tab=channels',
    prepare: (page) => page.getByRole('button', { name: 'Days for a Tag' }).click(),
  },
  {
    name: 'notifications-window-form',
    as: 'demo',
    path: '/notifications?tab=smart',
    prepare: (page) => page.getByRole('button', { name: 'Add Window' }).click(),
  },
  { name: 'acknowledge', as: 'nobody', path: acknowledge },
  { name: 'acknowledge-refused', as: 'nobody', path: '/acknowledge/x' },
];
