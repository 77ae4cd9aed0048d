import { type AccountCloud, accountClouds, clouds, credentialFields, findRegion } from '@notafter/domain';
import { lookAtServices } from '@notafter/features';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { openCloudGround } from '../testing/cloud-ground.ts';
import { expectAccessible, expectLaidOut, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';
import { deleteService, dialog, queryWith, SLOW_MS, showPassword, signInWith } from '../testing/service-pages.ts';

const regions = { aws: 'eu-central-1', digitalocean: 'fra1', gcp: 'europe-west3', azure: 'germanywestcentral' } as const;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const open = async (cloud: AccountCloud) => {
  const ground = await openCloudGround(cloud);
  closing.push(ground.close);
  const journey = await startJourney(ground.env);
  closing.push(journey.close);
  const watched = await journey.open();
  await signInOn(watched.page, await newPerson(journey.server), '/services');
  return { ground, journey, watched, page: watched.page };
};
type Ground = Awaited<ReturnType<typeof open>>['ground'];

const panel = (page: Page) => page.getByRole('region', { name: 'Cloud accounts' });
const accountRow = (page: Page) => page.getByRole('table', { name: 'Cloud accounts' }).getByRole('row').nth(1);

/** Opens the dialog and answers it with the credentials of the fake. */
const addAccount = async (page: Page, { credentials }: Ground): Promise<void> => {
  await panel(page).getByRole('button', { name: 'Add Account' }).click();
  const form = dialog(page, 'Add Cloud Account');
  await form.getByLabel('Name', { exact: true }).fill('Production');
  const values: Readonly<Record<string, string>> = { ...credentials };
  for (const { name, label } of credentialFields[credentials.cloud]) {
    await form
      .getByRole('textbox', { name: label })
      .or(form.getByLabel(label, { exact: true }))
      .first()
      .fill(values[name] ?? '');
  }
  await form.getByRole('button', { name: 'Add', exact: true }).click();
};

/** AWS is on the newer screen; the older one has every cloud. */
const deploy = async (page: Page, cloud: AccountCloud): Promise<string> => {
  const region = findRegion(cloud, regions[cloud])?.name ?? '';
  await visit(page, cloud === 'aws' ? '/services/create' : '/services/create/cloud');
  await page.getByRole('radio', { name: 'PostgreSQL' }).check();
  await page.getByRole('radio', { name: clouds[cloud].name }).check();
  await page
    .getByRole('radio', { name: cloud === 'aws' ? 'Frankfurt' : region })
    .first()
    .check();
  await page.getByRole('radio', { name: 'hobbyist' }).check();
  await expectAccessible(page, `all choices on ${cloud}`);
  await page.getByRole('button', { name: cloud === 'aws' ? 'Deploy' : 'Deploy Service', exact: true }).click();
  const question = dialog(page, 'Confirm Deployment');
  await question.getByText('Production').waitFor();
  await question.getByRole('button', { name: 'Confirm' }).click();
  const complete = dialog(page, 'The deploy is complete');
  const link = complete.getByRole('link');
  await link.waitFor({ timeout: SLOW_MS });
  const resourceId = (await link.textContent()) ?? '';
  await link.click();
  await page.waitForURL(`/services/${resourceId}`);
  return resourceId;
};

const resize = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Resize Service' }).click();
  await page.getByRole('radio', { name: 'professional' }).check();
  await page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: 'Resize' }).click();
  const resized = dialog(page, 'The instance was resized correctly');
  await resized.getByRole('link').waitFor({ timeout: SLOW_MS });
  await resized.getByRole('link').click();
};

describe.each(accountClouds)('on %s, an organization', (cloud) => {
  const { name } = clouds[cloud];

  it('enters its account, deploys, resizes and deletes a service, and sees what was changed in the console', {
    timeout: 5 * SLOW_MS,
  }, async () => {
    const { ground, journey, watched, page } = await open(cloud);
    await panel(page).getByText('No cloud accounts yet').waitFor();
    await addAccount(page, ground);
    await accountRow(page).getByText('Works').waitFor();
    await expectAccessible(page, `an account of ${cloud}`);
    await expectLaidOut(page, `an account of ${cloud}`);

    const resourceId = await deploy(page, cloud);
    const password = await showPassword(page);
    expect(await signInWith(journey.server, page, password)).toBe('signed_in');
    await queryWith(page, password, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
    await expectAccessible(page, `a service on ${cloud}`);
    if (clouds[cloud].resizes) await resize(page);
    else {
      await visit(page, `/services/${resourceId}/resize`);
      await page.getByText(`${name} does not support resizing`).first().waitFor();
    }
    await visit(page, `/services/${resourceId}`);
    expect(await queryWith(page, await showPassword(page), 'SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 1000 }]);

    ground.tamper('type');
    await journey.server.system.db.execute("update services set cloud_seen_at = '2020-01-01'");
    await lookAtServices(journey.server.system);
    await visit(page, '/services');
    await page.getByText(`The machine type was changed on ${name}`).waitFor();
    await expectLaidOut(page, `a service on ${cloud} that was changed there`);

    await visit(page, `/services/${resourceId}`);
    await deleteService(page, resourceId, { withFinalBackup: false });
    expect(ground.holdings()).toEqual([]);
    expect(ground.undocumented).toEqual([]);
    // The page of the service asks for it once more while it disappears, and each visit breaks off what Remix loads ahead.
    expect(watched.complaints.filter((complaint) => !/services\.get|manifest patches/.test(complaint))).toEqual([]);
  });

  it('reads which permission its account lacks, and forgets it once it was revoked', { timeout: 3 * SLOW_MS }, async () => {
    const { ground, journey, page } = await open(cloud);
    const lacking = ground.deny();
    await addAccount(page, ground);
    const form = dialog(page, 'Add Cloud Account');
    await form.getByRole('alert').getByText(lacking).waitFor();
    await expectAccessible(page, `an account of ${cloud} without a permission`);
    ground.allow();
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await accountRow(page).getByText('Works').waitFor();
    const resourceId = await deploy(page, cloud);
    ground.revoke();
    await visit(page, '/services');
    await accountRow(page).getByRole('button', { name: 'Actions for Production' }).click();
    await page.getByRole('menuitem', { name: 'Check' }).click();
    await accountRow(page).getByText('Refused').waitFor();
    await expectAccessible(page, `a refused account of ${cloud}`);
    await expectLaidOut(page, `a refused account of ${cloud}`);
    await accountRow(page).getByRole('button', { name: 'Actions for Production' }).click();
    await page.getByRole('menuitem', { name: 'Forget' }).click();
    const sure = dialog(page, 'Forget Production');
    expect(await sure.getByRole('button', { name: 'Forget' }).isDisabled()).toBe(true);
    await sure.getByLabel('Name of the account').fill('Production');
    await sure.getByRole('button', { name: 'Forget' }).click();
    const forgotten = dialog(page, 'The account was forgotten');
    await forgotten.getByText(resourceId).waitFor();
    await expectAccessible(page, 'the list of what may still cost money');
    await forgotten.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('No services yet').waitFor();
    expect(ground.holdings().length).toBeGreaterThan(1);
    expect(await journey.server.system.db.execute('select 1 from cloud_accounts')).toHaveLength(0);
  });
});
