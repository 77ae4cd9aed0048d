import { type StandIns, startStandIns } from '@notafter/channels/testing';
import { addMs, DAY_MS } from '@notafter/domain';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectLaidOut,
  expectQuiet,
  expectSoon,
  type Journey,
  signInOn,
  startJourney,
  visit,
} from '../testing/journey.ts';
import { mailedLink } from '../testing/outbox.ts';
import { newPerson } from '../testing/people.ts';

let journey: Journey;
let standIns: StandIns;
beforeAll(async () => {
  standIns = await startStandIns({ signingSecret: null });
  journey = await startJourney({ TELEGRAM_API_URL: standIns.endpoints.telegram, STATUSPAGE_API_URL: standIns.endpoints.statuspage });
});
afterAll(async () => {
  await journey?.close();
  await standIns?.close();
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The input of a switch is below its visible part. */
const turn = (page: Page, name: string) => page.getByRole('switch', { name, exact: true }).dispatchEvent('click');

/** Adds an endpoint whose certificate has this many days left. */
const addEndingIn = async (page: Page, name: string, days: number): Promise<void> => {
  const host = `${name}.farm.test`;
  journey.farm.tls.swap(host, journey.farm.tls.authority.issue([host], { notAfter: addMs(new Date(), (days + 0.5) * DAY_MS) }));
  await visit(page, '/certificates/add');
  await page.getByLabel('Enter Domain').fill(journey.farm.domain(name));
  await page.getByRole('main').getByRole('button', { name: 'Add Certificate' }).click();
  await page.getByRole('region', { name: `Added ${host}` }).waitFor();
};

describe('alerts', () => {
  it('wait for a channel, arrive by mail, and are acknowledged from there by any recipient', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const person = await newPerson(journey.server);
    await signInOn(page, person);
    await addEndingIn(page, 'soon', 0);
    await visit(page, '/notifications');
    await page.getByText('No notification channels configured.').waitFor();
    await page.getByText('One open alert waits for a channel').waitFor();
    await expectAccessible(page, 'alerts without a channel');
    await page.getByRole('link', { name: 'Setup Now' }).click();
    await expectAccessible(page, 'the channels');

    await turn(page, 'Email');
    await page.getByText('Email enabled').waitFor();
    await card(page, 'Email').getByText(person.email).waitFor();
    await page.getByRole('link', { name: 'Recent Alerts' }).click();
    const row = page.getByRole('row').filter({ hasText: 'soon.farm.test' });
    await row.getByText('Email').waitFor();
    const link = await mailedLink(journey.server.dataDir, person.email, '/acknowledge/');

    const stranger = await journey.open();
    await visit(stranger.page, new URL(link).pathname);
    await stranger.page.getByRole('heading', { name: 'soon.farm.test' }).waitFor();
    await expectAccessible(stranger.page, 'the page to acknowledge on');
    await visit(page, '/notifications');
    await row.getByRole('button', { name: 'Acknowledge' }).waitFor();
    await stranger.page.getByRole('button', { name: 'Acknowledge' }).click();
    await stranger.page.getByText(/^Acknowledged .* It will not escalate\./).waitFor();
    await visit(page, '/notifications');
    await row.getByText('Acknowledged').waitFor();
    await expectLaidOut(page, 'recent alerts');
    await page.setViewportSize({ width: 1024, height: 800 });
    await expectSoon(async () => (await row.getByRole('cell').nth(1).boundingBox())?.width).toBeGreaterThan(220);
    await page.setViewportSize({ width: 1280, height: 800 });

    await row.getByRole('button', { name: /expires/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Delivered').waitFor();
    await expectAccessible(page, 'the story of a delivery');
    expectQuiet(watched);
    expectQuiet(stranger);
  });

  it('are muted, and get separate days, on the certificate’s screen', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server));
    await addEndingIn(page, 'silent', 20);
    await page.getByRole('link', { name: 'View Details' }).click();
    const alerts = card(page, 'Alerts');
    await alerts.getByText('(default)').waitFor();
    await alerts.getByRole('button', { name: 'Change alerts' }).click();
    await page.getByRole('menuitem', { name: 'Alert Days' }).click();
    await alerts.getByLabel('30 days').check();
    await expectAccessible(page, 'the alert days of a certificate');
    await alerts.getByRole('button', { name: 'Save' }).click();
    await alerts.getByText('(set here)').waitFor();
    await alerts.getByRole('button', { name: 'Change alerts' }).click();
    await page.getByRole('menuitem', { name: 'Snooze 3 days' }).click();
    await alerts.getByText('Snoozed until').waitFor();
    await alerts.getByRole('button', { name: 'End' }).click();
    await alerts.getByText('Snoozed until').waitFor({ state: 'detached' });
    expectQuiet(watched);
  });
});

describe('channels', () => {
  it('are filled in, tested, and show the receiver’s response', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server), '/notifications?tab=channels');
    await turn(page, 'Telegram');
    const telegram = card(page, 'Telegram');
    await telegram.getByText('Required while the channel is enabled').first().waitFor();
    await expectAccessible(page, 'an incomplete channel');
    const { token = '', chat_id = '' } = standIns.settings.telegram;
    await telegram.getByLabel('Bot token').fill(token);
    await telegram.getByLabel('Chat ID').fill(chat_id);
    await telegram.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Telegram settings saved!').waitFor();
    await telegram.getByText('Configured').waitFor();
    expect(await telegram.textContent()).not.toContain(token);
    await telegram.getByRole('button', { name: 'Test Telegram' }).click();
    await page.getByText('Test notification sent!').waitFor();
    standIns.behaveNext('telegram', 'unauthorized');
    watched.expect(/400/);
    await telegram.getByRole('button', { name: 'Test Telegram' }).click();
    await page.getByText(/^Test failed/).waitFor();

    await turn(page, 'Webhook');
    await card(page, 'Webhook')
      .getByLabel('URL')
      .fill(standIns.settings.webhook.url ?? '');
    await card(page, 'Webhook').getByRole('button', { name: 'Save' }).click();
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    await secret.getByRole('button', { name: 'Show Signing secret' }).click();
    expect(await secret.getByLabel('Signing secret', { exact: true }).inputValue()).toMatch(/^whsec_/);
    await expectAccessible(page, 'a secret that is shown once');
    await secret.getByRole('button', { name: 'Done' }).click();
    expectQuiet(watched);
  });

  it('of one type have names, and routes send a customer’s alerts to the customer’s channel', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server), '/notifications?tab=channels');
    await turn(page, 'Email');
    await page.getByText('Email enabled').waitFor();
    await page.getByRole('button', { name: 'Add Channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Channel' });
    await dialog.getByLabel('Type').selectOption('Email');
    await dialog.getByLabel('Name').fill('Customer A');
    await dialog.getByLabel('Email address').fill('certs@customer-a.example');
    await dialog.getByLabel('Receives alerts that no route matches').uncheck();
    await expectAccessible(page, 'a new channel');
    await dialog.getByRole('button', { name: 'Add Channel' }).click();
    await card(page, 'Customer A').getByText('Receives no alerts: this channel is in no route.').waitFor();

    const routes = card(page, 'Routes');
    await routes.getByRole('button', { name: 'Add Route' }).click();
    const route = page.getByRole('dialog', { name: 'Add Route' });
    await route.getByLabel('Tag', { exact: true }).fill('customer=a');
    await route.getByLabel('Customer A (Email)').check();
    await expectAccessible(page, 'a new route');
    await route.getByRole('button', { name: 'Add Route' }).click();
    await routes.getByText('Tag customer=a').waitFor();
    await routes.getByText('Matches no certificate').waitFor();
    await card(page, 'Customer A').getByText('Receives only the alerts of 1 route.').waitFor();
    await expectAccessible(page, 'routes');
    await expectLaidOut(page, 'routes');

    await addEndingIn(page, 'customer-a', 20);
    await page.getByRole('link', { name: 'View Details' }).click();
    await card(page, 'Alerts').getByText('Sent to Email (not delivering) by the default route').waitFor();
    await page.evaluate(async () => {
      const id = location.pathname.split('/').pop();
      const body = JSON.stringify({ tags: { customer: 'A' } });
      await fetch(`/v1/certificates/${id}/tags`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
    });
    await page.reload();
    await card(page, 'Alerts').getByText('Sent to Customer A (not delivering) by the route of tag customer=a').waitFor();

    await visit(page, '/notifications?tab=channels');
    watched.expect(/409/);
    await page.getByRole('button', { name: 'Actions for Customer A' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete Channel' }).click();
    await page.getByText('A route has no other channel. Change or delete the route first.').waitFor();
    expectQuiet(watched);
  });

  it('of a larger plan are shown and cannot be turned on', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server, {}, 'Essentials'), '/notifications?tab=channels');
    await card(page, 'PagerDuty').getByText('Available in: Team, Enterprise plans').waitFor();
    expect(await page.getByRole('switch', { name: 'PagerDuty' }).isDisabled()).toBe(true);
    await expectAccessible(page, 'channels of a smaller plan');
    await page.getByRole('link', { name: 'Smart Notifications' }).click();
    await page.getByRole('region', { name: 'Smart Notifications' }).getByText('Available in: Team, Enterprise plans').waitFor();
    await expectAccessible(page, 'smart notifications of a smaller plan');
    expectQuiet(watched);
  });
});

describe('smart notifications', () => {
  it('are turned on, validated by the server, and saved', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server), '/notifications?tab=smart');
    await turn(page, 'Escalation');
    await page.getByLabel('Manager email').fill('not an address');
    watched.expect(/400/);
    await page.getByRole('textbox', { name: 'Template' }).fill('{{domain}} ends, {{unknown}}');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page
      .getByText(/unknown/)
      .last()
      .waitFor();
    await expectAccessible(page, 'refused smart notifications');
    await page.getByLabel('Manager email').fill('boss@example.com');
    await page.getByRole('textbox', { name: 'Template' }).fill('{{domain}} ends in {{days}}');
    await page.getByText('shop.example.com ends in 7').waitFor();
    await turn(page, 'Quiet hours');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Notification settings saved!').waitFor();
    await visit(page, '/notifications?tab=smart');
    expect(await page.getByLabel('Manager email').inputValue()).toBe('boss@example.com');
    expect(await page.getByLabel('From').inputValue()).toBe('22:00');
    await page.getByRole('button', { name: 'Add Window' }).click();
    await page.getByLabel('Name').fill('Move of the racks');
    await page.getByRole('form', { name: 'New maintenance window' }).getByLabel('From').fill('2031-01-01T10:00');
    await page.getByRole('form', { name: 'New maintenance window' }).getByLabel('Until').fill('2031-01-01T12:00');
    await page.getByRole('button', { name: 'Add Window' }).click();
    await page.getByText('Move of the racks').waitFor();
    await expectAccessible(page, 'smart notifications');
    expectQuiet(watched);
  });
});
