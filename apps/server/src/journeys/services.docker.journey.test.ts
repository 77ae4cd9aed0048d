import { rm } from 'node:fs/promises';
import { makeThrowawayDir } from '@notafter/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectQuiet, type Journey, signInOn, startJourney } from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';
import { openContainerGround, type ServiceGround } from '../testing/service-ground.ts';
import {
  CONTENTS,
  choose,
  deleteService,
  dialog,
  fact,
  queryWith,
  removeServices,
  restoreDeleted,
  SLOW_MS,
  showPassword,
  signInWith,
} from '../testing/service-pages.ts';

let folder: string;
let ground: ServiceGround;
let journey: Journey;
beforeAll(async () => {
  folder = await makeThrowawayDir();
  ground = await openContainerGround(folder);
  journey = await startJourney(ground.env);
});
afterAll(async () => {
  if (journey !== undefined) await removeServices(journey.server);
  await journey?.close();
  await ground?.close();
  await rm(folder, { recursive: true });
});

it('PostgreSQL in a container is deployed, filled, resized, rotated, backed up, deleted and restored, and leaves nothing', async () => {
  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, await newPerson(journey.server), '/services/create');
  await choose(page);
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await dialog(page, 'Confirm Deployment').getByRole('button', { name: 'Confirm' }).click();
  const complete = dialog(page, 'The deploy is complete');
  await complete.getByRole('link').click({ timeout: SLOW_MS });
  await fact(page, 'Service URI').waitFor();
  const resourceId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await ground.left()).toHaveLength(3);
  const password = await showPassword(page);
  await queryWith(page, password, 'CREATE TABLE kept AS SELECT n, md5(n::text) AS hash FROM generate_series(1, 100000) AS n');
  const contents = await queryWith(page, password, CONTENTS);
  expect(contents).toMatchObject([{ rows: 100_000 }]);

  await page.getByRole('link', { name: 'Resize Service' }).click();
  await page.getByRole('radio', { name: 'professional' }).check();
  await page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: 'Resize' }).click();
  await dialog(page, 'The instance was resized correctly').getByRole('link').click({ timeout: SLOW_MS });
  await fact(page, 'Service URI').waitFor();
  expect(await queryWith(page, await showPassword(page), CONTENTS)).toEqual(contents);

  await page.getByRole('button', { name: 'Change Password' }).click();
  await dialog(page, `Change password of ${resourceId}`).getByRole('button', { name: 'Change Password' }).click();
  await page.getByRole('table', { name: 'Events' }).getByText('The password was changed.').waitFor({ timeout: SLOW_MS });
  const next = await showPassword(page);
  expect([await signInWith(journey.server, page, next), await signInWith(journey.server, page, password)]).toEqual([
    'signed_in',
    'refused',
  ]);

  const backups = page.getByRole('region', { name: 'Backups' });
  await backups.getByRole('button', { name: 'Back Up Now' }).click();
  await backups.getByText('Good', { exact: true }).waitFor({ timeout: SLOW_MS });
  watched.expect(/status of 404/);
  await deleteService(page, resourceId, { withFinalBackup: true });
  expect(await ground.left()).toEqual([]);

  const restored = await restoreDeleted(page, resourceId);
  expect(await queryWith(page, await showPassword(page), CONTENTS)).toEqual(contents);
  await deleteService(page, restored, { withFinalBackup: false });
  expect(await ground.left()).toEqual([]);
  expectQuiet(watched);
});
