import { seedBulkCertificates } from '@notafter/db/seed';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectLaidOut, expectQuiet, type Journey, signInOn, startJourney } from '../testing/journey.ts';
import { newPerson, signIn } from '../testing/people.ts';

const OPERATOR = 'operator@platform.example';
const COUNT = 120;

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ PLATFORM_ADMIN_EMAILS: OPERATOR });
});
afterAll(() => journey?.close());

it('a platform administrator looks, searches, and changes, resets and deletes an organization', async () => {
  const { server } = journey;
  const operator = await newPerson(server, { email: OPERATOR, proven: true });
  const customer = await newPerson(server, { email: 'maren@quayside.example' }, 'Starter');
  await seedBulkCertificates(server.system.db, { orgId: customer.orgId, count: COUNT, now: new Date() });
  await server.system.db.$client`update organizations set name = 'Quayside' where id = ${customer.orgId}`;

  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, operator);
  await page.getByRole('link', { name: 'Administration' }).click();
  await page.getByRole('list', { name: 'Figures' }).getByText(String(COUNT), { exact: true }).first().waitFor();
  await page.getByText('connected').waitFor();
  expect(await page.title()).toBe('Administration | Notafter');
  await page.locator('.recharts-line-curve').nth(3).waitFor({ state: 'attached' });
  await expectAccessible(page, 'administration');
  await expectLaidOut(page, 'administration');

  await page.getByLabel('Search organizations').fill('maren@quay');
  await page.getByRole('button', { name: 'Search' }).click();
  const table = page.getByRole('table', { name: 'Organizations' });
  await table.getByText('Harborline').waitFor({ state: 'detached' });

  const act = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Quayside' }).click();
    await page.getByRole('menuitem', { name: action }).click();
    return page.getByRole('dialog');
  };
  const edit = await act('Edit');
  await edit.getByLabel('Plan').selectOption('Business');
  await edit.getByLabel('Certificate Limit').fill('700');
  await expectAccessible(page, 'the plan of an organization');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Plan updated successfully!').waitFor();
  await table.getByText('Business').waitFor();

  const cookie = await signIn(server, customer);
  await (await act('Disable')).getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Organization disabled successfully!').waitFor();
  await table.getByText('Disabled').waitFor();
  expect(await server.call('/v1/certificates', { headers: { cookie } })).toMatchObject({ status: 403 });
  await (await act('Enable')).getByRole('button', { name: 'Enable' }).click();
  await page.getByText('Organization enabled successfully!').waitFor();
  expect(await server.call('/v1/certificates', { headers: { cookie } })).toMatchObject({ status: 200 });

  const wrong = await act('Reset');
  await wrong.getByLabel('Confirmation').fill('RESET Quayside');
  await wrong.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Reset cancelled - confirmation text did not match.').waitFor();
  const reset = await act('Reset');
  await expectAccessible(page, 'the reset of an organization');
  await reset.getByLabel('Confirmation').fill('RESET QUAYSIDE');
  await reset.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Organization reset successfully!').waitFor();
  expect((await server.call('/v1/dashboard/stats', { headers: { cookie } })).text).toContain('"total":0');

  const removal = await act('Delete');
  await removal.getByLabel('Confirmation').fill('DELETE QUAYSIDE');
  await removal.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Organization deleted successfully!').waitFor();
  await page.getByText('No matches').waitFor();
  await page.getByText('Deleted an organization: Quayside (Harborline)').waitFor();
  expect(await server.call('/v1/certificates', { headers: { cookie } })).toMatchObject({ status: 401 });
  expectQuiet(watched);
});

it('an admin of an organization has no link, is denied on the screen, and gets nothing from the document or the API', async () => {
  const watched = await journey.open();
  const { page } = watched;
  const person = await newPerson(journey.server);
  await signInOn(page, person, '/admin');
  await page.getByText('Access Denied').waitFor();
  await page.getByText("You don't have permission to access the administration panel.").waitFor();
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  await expectAccessible(page, 'administration without the right');
  const headers = { cookie: await signIn(journey.server, person) };
  const { text } = await journey.server.call('/admin', { headers });
  for (const figure of ['totalOrganizations', 'planDistribution', 'uptimeSeconds', 'certificatesAdded']) expect(text).not.toContain(figure);
  for (const path of ['/v1/admin/dashboard', '/v1/admin/organizations', '/v1/admin/search?q=', '/api/trpc/admin.dashboard'])
    expect(await journey.server.call(path, { headers })).toMatchObject({ status: 403 });
  expectQuiet(watched);
});
