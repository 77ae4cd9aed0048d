import { addMs, DAY_MS } from '@notafter/domain';
import { createAuthority } from '@notafter/tls/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  expectAccessible,
  expectLaidOut,
  expectQuiet,
  expectSoon,
  type Journey,
  reload,
  signInOn,
  startJourney,
  visit,
} from '../testing/journey.ts';
import { newColleague, newPerson } from '../testing/people.ts';

const HOST = 'intranet.farm.test';
const corp = createAuthority({ name: 'Corp' });
let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
  journey.farm.tls.swap(HOST, corp.issue(HOST, { notAfter: addMs(new Date(), 3_000 * DAY_MS) }));
});
afterAll(() => journey?.close());

const addIntranet = async (page: Page): Promise<void> => {
  await visit(page, '/certificates/add');
  await page.getByLabel('Enter Domain').fill(journey.farm.domain('intranet'));
  await page.getByRole('main').getByRole('button', { name: 'Add Certificate' }).click();
  await page.getByRole('link', { name: 'View Details' }).click();
  await page.getByRole('region', { name: 'Certificate Chain' }).waitFor();
};
const card = (page: Page) => page.getByRole('region', { name: 'Trust Anchors' });

it('makes a private CA trusted, for this organization alone', async () => {
  const stranger = await journey.open();
  await signInOn(stranger.page, await newPerson(journey.server));
  await addIntranet(stranger.page);

  const watched = await journey.open();
  const { page } = watched;
  const admin = await newPerson(journey.server);
  await signInOn(page, admin);
  await addIntranet(page);
  await page.getByText('Untrusted root').first().waitFor();
  const detail = page.url();
  await expectAccessible(page, 'a certificate with a suggestion of trust anchors');
  await card(page).getByRole('link', { name: 'Trust Anchors' }).click();

  await page.getByText('No trust anchors yet').waitFor();
  await page.getByRole('button', { name: 'Add Trust Anchors' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Trust Anchors' });
  await dialog.getByLabel('Name').fill('Corp PKI');
  const choose = (text: string) =>
    dialog
      .getByLabel('File with certificates')
      .setInputFiles({ name: 'root.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(text) });
  await choose(corp.root.pem + corp.root.key.privatePem);
  watched.expect(/400/);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText(/contains a private key/).waitFor();
  await expectAccessible(page, 'refused trust anchors');
  await choose(corp.root.pem);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Corp PKI', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Actions for all others (default)' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const assignment = page.getByRole('dialog', { name: 'Edit the default' });
  await assignment.getByLabel('Trust anchors').selectOption('Corp PKI');
  await assignment.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Affected certificates are checked again now.').waitFor();
  await expectAccessible(page, 'trust anchors');
  await expectLaidOut(page, 'trust anchors');

  // The worker checks it again, without anyone asking.
  await page.goto(detail);
  await expectSoon(async () => {
    await reload(page);
    return card(page).textContent();
  }).toContain('Trusted by Corp PKI');
  await page.getByText(/ · trusted by Corp PKI/).waitFor();
  expect(await page.getByText('Untrusted root').count()).toBe(0);
  await expectLaidOut(page, 'a certificate that trust anchors end');

  await card(page).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Trust anchors').selectOption('Public roots only');
  await page.getByRole('dialog').getByRole('button', { name: 'Save and Check' }).click();
  await page.getByText('Untrusted root').first().waitFor();
  await card(page).getByText('Public roots only, chosen for this certificate.').waitFor();

  await reload(stranger.page);
  await stranger.page.getByText('Untrusted root').first().waitFor();
  await card(stranger.page).getByText('Public roots only. No trust anchors are assigned.').waitFor();
  expectQuiet(stranger);

  const viewer = await journey.open();
  await signInOn(viewer.page, await newColleague(journey.server, admin.orgId, { role: 'viewer' }));
  await visit(viewer.page, '/trust-anchors');
  await viewer.page.getByRole('button', { name: 'Corp PKI', exact: true }).click();
  await viewer.page.getByRole('dialog', { name: 'Corp PKI' }).getByText('Corp Root').waitFor();
  expect(await viewer.page.getByRole('button', { name: /^(Add|Actions)/ }).count()).toBe(0);
  expectQuiet(viewer);
  expectQuiet(watched);
});
