import { alerts, deliveries, newId } from '@notafter/db';
import { seedBulkCertificates } from '@notafter/db/seed';
import { addChannel } from '@notafter/features';
import { makeCertificates, makeOrganization, makeUser, openAs } from '@notafter/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectLaidOut, expectQuiet, expectTitle, type Journey, signInOn, startJourney } from '../testing/journey.ts';
import { newPerson, signIn } from '../testing/people.ts';
import { until } from '../testing/until.ts';

const OPERATORS = ['operator@platform.example', 'second@platform.example'] as const;
const [OPERATOR] = OPERATORS;
const COUNT = 120;

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ PLATFORM_ADMIN_EMAILS: OPERATORS.join(',') });
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
  await expectTitle(page, 'Administration | Notafter');
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

it('a platform administrator sees what fails, and sends given-up messages again', async () => {
  const { server } = journey;
  const { db, clock } = server.system;
  const operator = await newPerson(server, { email: OPERATORS[1], proven: true });
  const orgId = await makeOrganization(server.system, { plan: 'Enterprise', name: 'Lakeside' });
  const admin = await makeUser(server.system, orgId);
  const email = 'on-call@lakeside.example';
  const { channel } = await addChannel(await openAs(server.system, admin), {
    ...{ type: 'email', name: 'On-call', enabled: true, inDefaultRoute: true, settings: { email } },
  });
  const [certificateId = newId<'certificate'>()] = await makeCertificates(server.system, orgId, [{ host: 'shop.lakeside.example' }]);
  const [alertId, id, now] = [newId<'alert'>(), newId<'delivery'>(), clock.now()];
  await db.insert(alerts).values({
    ...{ id: alertId, orgId, certificateId, domain: 'shop.lakeside.example', rule: 'changed', threshold: 0, occasion: 'once' },
    ...{ summary: 'Another certificate is served.', raisedAt: now },
  });
  await db.insert(deliveries).values({
    // Not of the kind that the review of a new channel sends again by itself.
    ...{ id, orgId, alertId, channel: `email:${channel.id}`, kind: 'escalation', state: 'dead', attempts: 10 },
    ...{ dueAt: now, createdAt: now, problem: 'The mail server answered 451.' },
  });

  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, operator, '/admin');
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Operation' }).click();
  await page.getByText('Failing: The mail server answered 451.').waitFor();
  await page.getByRole('table', { name: 'Largest tables' }).waitFor();
  await expectTitle(page, 'Operation | Notafter');
  await expectAccessible(page, 'operation');
  await expectLaidOut(page, 'operation');
  await page.getByRole('button', { name: 'Send Again On-call of Lakeside' }).click();
  await page.getByText('1 message is sent again').waitFor();
  await page.getByText('All messages get through').waitFor();
  await until('the message is sent', 120_000, async () => {
    const [delivery] = await db.$client<{ state: string }[]>`select state from deliveries where id = ${id}`;
    return delivery?.state === 'sent';
  });
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
  const operation = await journey.server.call('/admin/operation', { headers });
  expect(operation.text).toContain('Access Denied');
  for (const figure of ['failedJobs', 'maxConnections', 'deadLetters']) expect(operation.text).not.toContain(figure);
  for (const path of [
    '/v1/admin/operator-view',
    '/v1/admin/database',
    '/v1/admin/failing-channels',
    '/v1/admin/dashboard',
    '/v1/admin/organizations',
    '/v1/admin/search?q=',
    '/api/trpc/admin.dashboard',
  ])
    expect(await journey.server.call(path, { headers })).toMatchObject({ status: 403 });
  expectQuiet(watched);
});
