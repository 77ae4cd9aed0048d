import { installations, services } from '@notafter/db';
import type { EngineAccess, SignIn } from '@notafter/domain';
import { queryPostgres } from '@notafter/provisioning/testing';
import type { Page } from 'playwright-core';
import { visit } from './journey.ts';
import type { TestServer } from './test-server.ts';
import { until } from './until.ts';

/** A service outlives the server: without this, one would outlive a test that failed. */
export const removeServices = async ({ system: { db, gateways } }: TestServer): Promise<void> => {
  const [installation] = await db.select({ id: installations.id }).from(installations);
  const { local } = gateways.services.drivers;
  if (local === undefined || installation === undefined) return;
  for (const { id } of await db.select({ id: services.id }).from(services)) {
    const tag = { installation: installation.id, service: id };
    await until('the service is removed', 60_000, () => local.remove(tag, AbortSignal.timeout(60_000)));
  }
};

/** For what an engine has to do first. */
export const SLOW_MS = 120_000;
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
/** A cell of Connection Information. */
export const fact = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Connection Information' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell')
    .first();

/** PostgreSQL in the smallest plan on this server. */
export const choose = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'PostgreSQL' }).check();
  await page.getByRole('radio', { name: 'This server' }).check();
  await page.getByRole('radiogroup', { name: 'Region' }).getByRole('radio', { name: 'This server' }).check();
  await page.getByRole('radio', { name: 'hobbyist' }).check();
};

/** The password of the page, shown by its button. */
export const showPassword = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Show password' }).click();
  await page.getByRole('button', { name: 'Hide password' }).waitFor();
  return (await fact(page, 'Password').textContent()) ?? '';
};

/** The access that the page shows, without the password, and the file that it offers to verify the service. */
const accessOn = async (page: Page): Promise<Omit<EngineAccess, 'password'>> => {
  const uri = (await fact(page, 'Service URI').textContent()) ?? '';
  const host = uri.slice(0, uri.lastIndexOf(':'));
  const file = (await page.getByRole('link', { name: 'Download CA File' }).getAttribute('href')) ?? '';
  return {
    solution: 'postgres',
    host,
    ports: [{ name: 'native', port: Number((await fact(page, 'Port').textContent()) ?? '') }],
    servername: host,
    authority: decodeURIComponent(file.slice(file.indexOf(',') + 1)),
    user: (await fact(page, 'Default User').textContent()) ?? '',
  };
};

/** The rows of a table and a hash over all of them. */
export const CONTENTS = "SELECT count(*)::int AS rows, md5(string_agg(n || hash, ',' ORDER BY n)) AS hash FROM kept";

/** Runs a statement with what the page shows. */
export const queryWith = async (page: Page, password: string, statement: string): Promise<unknown[]> =>
  queryPostgres({ ...(await accessOn(page)), password }, statement);

/** Connects with what the page shows, and verifies the service with the file that it offers. */
export const signInWith = async (server: TestServer, page: Page, password: string): Promise<SignIn['result']> => {
  const access = { ...(await accessOn(page)), password };
  return (await server.system.gateways.services.engines.signIn(access, AbortSignal.timeout(30_000))).result;
};

/** Opens the question before a deletion, answers it, and waits until the service is gone. */
export const deleteService = async (
  page: Page,
  resourceId: string,
  { withFinalBackup }: { readonly withFinalBackup: boolean },
): Promise<void> => {
  await page.getByRole('button', { name: 'Delete Service' }).click();
  const sure = dialog(page, `Delete ${resourceId}`);
  if (withFinalBackup) await sure.getByRole('checkbox', { name: 'Take a final backup first' }).check();
  await sure.getByRole('button', { name: 'Delete' }).click();
  await dialog(page, 'Success').getByText('The instance was terminated successfully.').waitFor({ timeout: SLOW_MS });
  await page.waitForURL('/services');
};

/** From the list of backups of deleted services; returns the new service's ID, once it takes connections. */
export const restoreDeleted = async (page: Page, resourceId: string): Promise<string> => {
  await visit(page, '/services');
  const deleted = page.getByRole('table', { name: 'Backups of deleted services' });
  await deleted
    .getByRole('button', { name: `Restore ${resourceId}` })
    .first()
    .click();
  await dialog(page, 'Restore as new service').getByRole('button', { name: 'Restore' }).click();
  await page.waitForURL((url) => /\/services\/pg-[0-9a-f]{8}$/.test(url.pathname) && !url.pathname.endsWith(resourceId));
  // Its address is shown before its password is set.
  await page.getByRole('main').getByText('Running', { exact: true }).waitFor({ timeout: SLOW_MS });
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
};
