import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { addCollector } from '@notafter/features';
import { makeOrganization, makeUser, openAs, TEST_PASSWORD } from '@notafter/testing';
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

const HOUR_MS = 3_600_000;
const run = promisify(execFile);
const program = resolve(import.meta.dirname, '../../../collector/src/main.ts');

let journey: Journey;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-deployed-'));
  journey = await startJourney();
});
afterAll(async () => {
  await journey?.close();
  await rm(folder, { recursive: true });
});

/** The collector's own program, with a file and an endpoint that serves what the file has. */
const collector = (...args: readonly string[]) =>
  run(process.execPath, [program, ...args, '--config', join(folder, 'collector.yaml')], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test' },
  });

/** A row is written by a job after the bundle came, so that the screen is asked again until it follows. */
const expectRow = async (page: Page, chip: string, count: number): Promise<void> => {
  await expectSoon(async () => {
    await reload(page);
    return page
      .getByRole('row', { name: /shop\.test/ })
      .getByText(chip, { exact: true })
      .count();
  }, chip).toBe(count);
};

it('shows a certificate that was renewed and not reloaded in the list and on its page, until the server serves it', async () => {
  const { authority, port, swap } = journey.farm.tls;
  const { system } = journey.server;
  const old = authority.issue('shop.test', { notBefore: new Date(Date.now() - 24 * HOUR_MS) });
  const renewed = authority.issue('shop.test', { notBefore: new Date(Date.now() - HOUR_MS) });
  const file = join(folder, 'nginx', 'shop.pem');
  await mkdir(join(folder, 'nginx'));
  await writeFile(file, old.chainPem);
  swap('shop.test', old);
  const config = {
    allow: { networks: ['127.0.0.1'], ports: [port] },
    targets: [`shop.test:${port}?address=127.0.0.1`],
    files: [{ pattern: 'nginx/*.pem' }],
    dataDir: 'data',
  };
  await writeFile(join(folder, 'collector.yaml'), JSON.stringify(config));
  const orgId = await makeOrganization(system, { plan: 'Enterprise', name: 'Harborline' });
  const admin = await makeUser(system, orgId, { password: TEST_PASSWORD });
  const { token } = await addCollector(await openAs(system, admin), { name: 'Vault network', carriedEverySeconds: null });
  await collector('enroll', token);
  await collector('run', '--once');

  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, { email: admin.email, password: TEST_PASSWORD });
  await expectRow(page, 'Valid', 1);
  const row = page.getByRole('row', { name: /shop\.test/ });
  await row.getByText(/^via Vault network, /).waitFor();
  expect(await row.getByText('Not reloaded').count()).toBe(0);

  await writeFile(file, renewed.chainPem);
  await collector('run', '--once');
  await expectRow(page, 'Not reloaded', 1);
  await expectAccessible(page, 'a certificate that was not reloaded in the list');
  await expectLaidOut(page, 'a certificate that was not reloaded in the list');
  await visit(page, '/certificates?q=deploy:not-reloaded');
  await row.getByRole('link', { name: /shop\.test/ }).click();
  const compared = page.getByRole('list', { name: 'Issued, on disk, served' });
  await compared.getByText('Renewed, not reloaded').waitFor();
  await compared.getByText(file).waitFor();
  await page.getByText('nginx -t && systemctl reload nginx').waitFor();
  await expectAccessible(page, 'a certificate that was not reloaded');
  await expectLaidOut(page, 'a certificate that was not reloaded');

  swap('shop.test', renewed);
  await collector('run', '--once');
  await expectSoon(async () => {
    await reload(page);
    return compared.textContent();
  }).toContain('The server serves what its file has.');
  await visit(page, '/certificates?q=deploy:any');
  await page.getByText('No match').waitFor();
  await visit(page, '/certificates');
  await row.waitFor();
  expect(await row.getByText('Not reloaded').count()).toBe(0);
  expectQuiet(watched);
});
