import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { expectAccessible, expectLaidOut, expectQuiet, type Journey, ledTo, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';

const run = promisify(execFile);

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const articles = ['', '/features', '/troubleshooting', '/api', '/certificates', '/channels', '/analytics'];

it('a viewer finds the help for a screen, searches it, and reads every article', async () => {
  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, await newPerson(journey.server, { role: 'viewer' }), '/notifications');
  await page.getByRole('link', { name: 'Help for this screen' }).click();
  await ledTo(page, '/help/channels');
  await page.getByRole('heading', { name: 'Channel Setup Guide' }).waitFor();

  await page.getByRole('searchbox', { name: 'Search help' }).fill('missing intermediate');
  await ledTo(page, '/help/channels?q=missing%20intermediate');
  await expectAccessible(page, 'a search in help');
  await page.getByRole('list', { name: 'Search results' }).getByRole('link', { name: 'Read a chain' }).click();
  await ledTo(page, '/help/certificates#read-a-chain');
  await page.getByRole('heading', { name: 'Read a chain' }).waitFor();
  await page.getByRole('article').getByRole('link', { name: 'Discovery' }).click();
  await ledTo(page, '/discovery');

  await page.getByRole('link', { name: 'Help', exact: true }).click();
  await ledTo(page, '/help');
  for (const address of articles) {
    await visit(page, `/help${address}`);
    await page.getByRole('article').waitFor();
    await expectAccessible(page, `/help${address}`);
    await expectLaidOut(page, `/help${address}`);
  }
  const [terms] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Terms & Conditions' }).click()]);
  await terms.getByRole('heading', { name: 'Terms & Conditions' }).waitFor();
  expect(new URL(terms.url()).pathname).toBe('/terms');
  expectQuiet(watched);
});

it('the calls of the API reference work as they are shown', async () => {
  const { page } = await journey.open();
  await signInOn(page, await newPerson(journey.server, {}, 'Self-hosted'), '/help/api');
  await page.getByRole('article').waitFor();
  const shown = await page.getByRole('article').locator('pre').allTextContents();
  expect(shown).toHaveLength(4);
  const created = await page.request.post('/v1/api-keys', {
    data: { name: 'Examples', expiresIn: 30, permissions: { read: true, write: true, delete: false } },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const { api_key: apiKey } = z.object({ api_key: z.object({ key: z.string() }) }).parse(await created.json());
  const statuses: string[] = [];
  for (const command of shown) {
    const typed = `${command.trim().replace('www.example.com', journey.farm.domain('plain'))} -s -o /dev/null -w '%{http_code}'`;
    const { stdout } = await run('/bin/sh', ['-c', typed], { env: { ...process.env, NOTAFTER_API_KEY: apiKey.key } });
    statuses.push(stdout);
  }
  expect(statuses).toEqual(shown.map(() => '200'));
});

it('an unknown page of help is not found, and strangers sign in first', async () => {
  const watched = await journey.open();
  const { page } = watched;
  await visit(page, '/help/certificates');
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  await signInOn(page, await newPerson(journey.server), '/help/nothing');
  await page.getByText('No such help page').waitFor();
});
