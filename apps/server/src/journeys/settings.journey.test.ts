import { makeUser, TEST_PASSWORD } from '@notafter/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectNothingWider,
  expectQuiet,
  type Journey,
  pressInTurn,
  reload,
  signInOn,
  startJourney,
  visit,
} from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Submits the form and returns the secret from the dialog that shows it once. */
const create = async (page: Page, kind: 'Token' | 'API Key', name: string): Promise<string> => {
  await page.getByRole('button', { name: `Create ${kind}` }).click();
  const form = page.getByRole('dialog', { name: `Create ${kind}` });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  const shown = page.getByRole('dialog', { name: kind === 'Token' ? 'Token created' : 'API key created' });
  const secret = await shown.getByLabel(kind === 'Token' ? 'Token' : 'Key', { exact: true }).inputValue();
  await expectAccessible(page, `the secret of a new ${kind}`);
  await shown.getByRole('button', { name: 'Done' }).click();
  await row(page, name).getByText('Active').waitFor();
  return secret;
};

const revoke = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog').getByText('This action cannot be undone.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await row(page, name).getByText('Revoked').waitFor();
};

/** The status and headers of a response. */
const call = async (path: string, headers: Record<string, string>, json?: unknown) => {
  const { status, body } = await journey.server.call(path, { headers, ...(json === undefined ? {} : { json }) });
  return { status, code: Object(body).code };
};

const inLight = async (page: Page): Promise<void> => {
  await page.evaluate(() => localStorage.setItem('darkMode', 'false'));
  await reload(page);
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
};

describe('an API key', () => {
  it('is created, used, shown as used, expires, and is revoked', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server, {}, 'Professional'));
    await pressInTurn(page, 'g', 's');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.getByRole('link', { name: 'API Keys', exact: true }).click();
    await page.getByText('No API keys found').waitFor();
    await expectAccessible(page, 'no API keys');

    const headers = { 'x-api-key': await create(page, 'API Key', 'terraform') };
    expect(await call('/v1/certificates/list', headers)).toMatchObject({ status: 200 });
    const added = { domain: journey.farm.domain('key') };
    expect(await call('/v1/certificates/add', headers, added)).toEqual({ status: 403, code: 'api_key_scope' });
    expect(await call('/v1/tokens', headers)).toMatchObject({ status: 403 });
    expect(await call('/v1/audit', headers)).toEqual({ status: 403, code: 'api_key_scope' });
    await reload(page);
    await row(page, 'terraform')
      .getByText(/\d\d:\d\d UTC/)
      .waitFor();
    await expectAccessible(page, 'API keys');

    const { db } = journey.server.system;
    await db.$client`update api_keys set expires_at = now() - interval '1 second' where name = 'terraform'`;
    expect(await call('/v1/certificates/list', headers)).toEqual({ status: 401, code: 'credential_invalid' });
    await reload(page);
    await row(page, 'terraform').getByText('Expired').waitFor();
    await inLight(page);
    await expectAccessible(page, 'API keys in light');
    await db.$client`update api_keys set expires_at = null where name = 'terraform'`;
    expect(await call('/v1/certificates/list', headers)).toMatchObject({ status: 200 });
    await reload(page);
    await revoke(page, 'terraform');
    expect(await call('/v1/certificates/list', headers)).toEqual({ status: 401, code: 'credential_invalid' });
    expectQuiet(watched);
  });
});

describe('a token', () => {
  it('acts as its owner until it is revoked, and the log names the token', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const person = await newPerson(journey.server);
    await signInOn(page, person, '/settings?tab=1');
    await page.getByText(person.orgId).waitFor();
    const headers = { token: await create(page, 'Token', 'laptop'), 'org-id': person.orgId };
    expect(await call('/v1/certificates/list', headers)).toMatchObject({ status: 200 });
    expect(await call('/v1/environments', headers, { name: 'From a script' })).toMatchObject({ status: 200 });
    expect(await call('/v1/tokens', headers, { name: 'a second one' })).toEqual({ status: 403, code: 'session_required' });
    await reload(page);
    await row(page, 'laptop')
      .getByText(/\d\d:\d\d UTC/)
      .waitFor();
    await expectAccessible(page, 'tokens');
    await revoke(page, 'laptop');
    expect(await call('/v1/certificates/list', headers)).toEqual({ status: 401, code: 'credential_invalid' });

    await page.getByRole('link', { name: 'Audit log' }).click();
    await row(page, 'Added an environment: From a script').getByText('by the token laptop').waitFor();
    await row(page, 'Revoked a token: laptop').getByText(person.email).waitFor();
    await expectAccessible(page, 'the audit log');
    await page.getByLabel('What').selectOption({ label: 'Environments' });
    await row(page, 'Revoked a token').waitFor({ state: 'detached' });
    await row(page, 'Added an environment: From a script').getByRole('button').click();
    await page.getByRole('dialog').getByText('environments/add-environment').waitFor();
    await expectAccessible(page, 'a row of the audit log');
    await inLight(page);
    await row(page, 'Added an environment').waitFor();
    await expectAccessible(page, 'the audit log in light');
    expectQuiet(watched);
  });
});

describe('the API documentation', () => {
  it('comes from the server, with calls for the reader’s organization', async () => {
    const watched = await journey.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = watched;
    const person = await newPerson(journey.server, {}, 'Business');
    await signInOn(page, person, '/settings?tab=3');
    await page.getByText(`${journey.server.system.config.publicUrl}/v1`, { exact: true }).waitFor();
    await expectAccessible(page, 'the overview of the API');
    await page.getByRole('link', { name: 'Authentication' }).click();
    await page.getByRole('region', { name: 'API key' }).waitFor();
    await expectAccessible(page, 'how calls are authenticated');
    await Promise.all([
      page.getByRole('button', { name: 'Copied' }).waitFor(),
      page.getByRole('button', { name: 'Copy the call with a token' }).click(),
    ]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`-H 'org-id: ${person.orgId}'`);
    await page.getByRole('link', { name: 'Endpoints' }).click();
    await page.getByLabel('Filter endpoints').fill('certificates/add');
    await expectAccessible(page, 'the endpoints');
    await inLight(page);
    await page.getByLabel('Filter endpoints').waitFor();
    await expectAccessible(page, 'the endpoints in light');
    await page.getByLabel('Filter endpoints').fill('post certificates/add');
    await page.getByLabel('Filter endpoints').press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('/v1/docs#addCertificate');
    await page.getByRole('region', { name: 'Add' }).first().waitFor();
    expectQuiet(watched);
  });
});

describe('each of these screens', () => {
  it.each([360, 2560])('fits a window of %i pixels', async (width) => {
    const watched = await journey.open({ viewport: { width, height: 800 } });
    const { page } = watched;
    const person = await newPerson(
      journey.server,
      { email: `a-person-with-a-long-address-${width}@harborline-shipping.example` },
      'Self-hosted',
    );
    await signInOn(page, person, '/settings?tab=2');
    await create(page, 'API Key', 'a-key-whose-name-says-in-full-what-it-is-for-and-on-which-machine-it-stands');
    for (const path of ['/settings?tab=1', '/settings?tab=2', '/settings?tab=3&section=endpoints', '/audit']) {
      await visit(page, path);
      await page
        .getByText(path === '/audit' ? 'Made an API key' : /Create|endpoints$/)
        .first()
        .waitFor();
      await expectNothingWider(page, `${path} at ${width}`);
    }
    expectQuiet(watched);
  });
});

describe('a viewer', () => {
  it('has tokens, sees the organization’s keys without changing them, and does not see its log', async () => {
    const watched = await journey.open();
    const { page } = watched;
    const { orgId } = await newPerson(journey.server, {}, 'Self-hosted');
    const { email } = await makeUser(journey.server.system, orgId, { role: 'viewer', password: TEST_PASSWORD });
    await signInOn(page, { email, password: TEST_PASSWORD });
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await visit(page, '/audit');
    await page.getByText('Your role does not allow this.').waitFor();
    expect((await page.request.get('/v1/audit/export?format=csv')).status()).toBe(403);
    await visit(page, '/settings?tab=2');
    await page.getByText('No API keys found').waitFor();
    expect(await page.getByRole('button', { name: /API Key/ }).count()).toBe(0);
    await visit(page, '/settings?tab=1');
    await page.getByRole('button', { name: 'Create Token' }).waitFor();
    expectQuiet(watched);
  });
});
