import { makeUser, TEST_PASSWORD } from '@notafter/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectQuiet, expectSoon, type Journey, signInOn, startJourney, visit } from '../testing/journey.ts';
import { newPerson } from '../testing/people.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const addCertificate = async (page: Page, name: string): Promise<void> => {
  await visit(page, '/certificates/add');
  await page.getByLabel('Enter Domain').fill(journey.farm.domain(name));
  await page.getByRole('main').getByRole('button', { name: 'Add Certificate' }).click();
  await page.getByRole('region', { name: `Added ${name}.farm.test` }).waitFor();
};

const editTags = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `More actions for ${name}.farm.test` }).click();
  await page.getByRole('menuitem', { name: 'Edit Tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Certificate Tags & Environment' });
  await dialog.getByLabel('Owner').waitFor();
  return dialog;
};

describe('environments', () => {
  it('are created, assigned, not removable while assigned, renamed and removed', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server));
    await addCertificate(page, 'assigned');
    await visit(page, '/certificates');
    await page.getByRole('button', { name: 'Manage Environments' }).click();
    const manager = page.getByRole('dialog', { name: 'Manage Environments' });
    await manager.getByText('No environments yet.').waitFor();
    await manager.getByRole('button', { name: 'Add Environment' }).click();
    await manager.getByLabel('Environment Name').fill('Production');
    await manager.getByLabel('Description (optional)').fill('What customers see');
    await expectAccessible(page, 'the environment form');
    await manager.getByRole('button', { name: 'Create' }).click();
    await manager.getByText('What customers see').waitFor();
    await expectAccessible(page, 'the environments');
    await manager.getByRole('button', { name: 'Close' }).click();

    const dialog = await editTags(page, 'assigned');
    await dialog.getByLabel('Environment', { exact: true }).selectOption('Production');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'assigned.farm.test' }).getByRole('cell', { name: 'Production', exact: true }).waitFor();

    await page.getByRole('button', { name: 'Manage Environments' }).click();
    await manager.getByRole('button', { name: 'Delete Production' }).click();
    await manager.getByText('Are you sure? This will fail if certificates are assigned to this environment.').waitFor();
    watched.expect(/409/);
    await manager.getByRole('button', { name: 'Delete Environment' }).click();
    await manager.getByRole('alert').filter({ hasText: 'One certificate is assigned to this environment.' }).waitFor();
    await expectAccessible(page, 'a refused removal');
    await manager.getByRole('button', { name: 'Cancel' }).click();
    await manager.getByRole('button', { name: 'Edit Production' }).click();
    await manager.getByLabel('Environment Name').fill('Live');
    await manager.getByRole('button', { name: 'Update' }).click();
    await manager.getByRole('button', { name: 'Edit Live' }).waitFor();
    await manager.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row').filter({ hasText: 'assigned.farm.test' }).getByRole('cell', { name: 'Live', exact: true }).waitFor();
    expectQuiet(watched);
  });

  it('are not offered on a plan without them', async () => {
    const watched = await journey.open();
    const { page } = watched;
    await signInOn(page, await newPerson(journey.server, {}, 'Forever Free'));
    await addCertificate(page, 'free');
    await visit(page, '/certificates');
    await page.getByRole('button', { name: 'Check All' }).waitFor();
    expect(await page.getByRole('button', { name: 'Manage Environments' }).count()).toBe(0);
    const dialog = await editTags(page, 'free');
    await dialog.getByText('Environment management is available on Team and Enterprise plans.').waitFor();
    await expectAccessible(page, 'the tags dialog without environments');
    expectQuiet(watched);
  });
});

describe('tags', () => {
  it('saved by two people at once are both kept, and the second person gets a message', async () => {
    const first = await newPerson(journey.server, { firstName: 'Ada', lastName: 'Lovelace' });
    const { email } = await makeUser(journey.server.system, first.orgId, { password: TEST_PASSWORD, firstName: 'Maren', lastName: 'Voss' });
    const [mine, theirs] = await Promise.all([journey.open(), journey.open()]);
    await signInOn(mine.page, first);
    await addCertificate(mine.page, 'shared');
    await visit(mine.page, '/certificates');
    await signInOn(theirs.page, { email, password: TEST_PASSWORD });

    const myDialog = await editTags(mine.page, 'shared');
    await myDialog.getByLabel('Team').fill('Platform');
    await expectAccessible(mine.page, 'the tags dialog');
    const theirDialog = await editTags(theirs.page, 'shared');
    await theirDialog.getByLabel('Owner').click();
    await theirDialog.getByRole('option', { name: 'Ada Lovelace' }).waitFor();
    await expectAccessible(theirs.page, 'the list of owners');
    await theirDialog.getByLabel('Owner').fill('voss');
    await theirDialog.getByText('1 member matches.').waitFor();
    await theirDialog.getByRole('option', { name: `Maren Voss (${email})` }).click();
    await expectSoon(() => theirDialog.getByLabel('Owner').inputValue()).toBe('Maren Voss');
    await theirDialog.getByLabel('Team').fill('Payments');
    await theirDialog.getByRole('button', { name: 'Save' }).click();
    await theirs.page.getByText('Tags of shared.farm.test').waitFor();

    mine.expect(/409/);
    await myDialog.getByRole('button', { name: 'Save' }).click();
    await myDialog.getByText('Changed by somebody else while you edited.').waitFor();
    await myDialog.getByText('Both changed Team: theirs is “Payments”.').waitFor();
    await expectSoon(() => myDialog.getByLabel('Owner').inputValue()).toBe('Maren Voss');
    await expectAccessible(mine.page, 'a conflict');
    await myDialog.getByRole('button', { name: 'Save' }).click();
    await myDialog.waitFor({ state: 'detached' });

    await theirs.page
      .getByRole('link', { name: /^shared\.farm\.test/ })
      .first()
      .click();
    const card = theirs.page.getByRole('region', { name: 'Tags & Environment' });
    await card.getByText('Platform').waitFor();
    await card.getByText('Maren Voss').waitFor();
    await card.getByRole('button', { name: 'Edit' }).click();
    await theirs.page.getByRole('dialog', { name: 'Edit Certificate Tags & Environment' }).getByLabel('Source').fill('cert-manager');
    await theirs.page.getByRole('button', { name: 'Save' }).click();
    await card.getByText('cert-manager').waitFor();
    expectQuiet(mine);
    expectQuiet(theirs);
  });
});
