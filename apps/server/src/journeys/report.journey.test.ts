import { type Received, type StandIns, startStandIns } from '@notafter/channels/testing';
import { seedBulkCertificates } from '@notafter/db/seed';
import { enqueueDueReports, recordDays } from '@notafter/features';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  expectAccessible,
  expectLaidOut,
  expectQuiet,
  expectSoon,
  type Journey,
  signInOn,
  startJourney,
  visit,
} from '../testing/journey.ts';
import { newColleague, newPerson, signIn } from '../testing/people.ts';

let journey: Journey;
let standIns: StandIns;
beforeAll(async () => {
  standIns = await startStandIns({ signingSecret: null });
  journey = await startJourney({ SMTP_URL: standIns.smtpUrl });
});
afterAll(async () => {
  await journey?.close();
  await standIns?.close();
});

/** Decodes quoted-printable, as far as texts and links need it (RFC 2045 section 6.7). */
const decode = (body: string): string =>
  body.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const mailsTo = (to: string, subject: RegExp): Received[] =>
  standIns.received.filter(
    ({ path, body, taken }) => taken && path === to && /^Subject: (.*)$/m.exec(body ?? '')?.[1]?.match(subject) !== null,
  );
const contentOf = (mail: Received | undefined): string => decode(mail?.body ?? '');
const linkIn = (content: string): string => /https?:\/\/[^\s"<>]+(\/report\/[\w.-]+)/.exec(content)?.[1] ?? '';
const REPORT = /^Weekly certificate report/;

it('an admin schedules a report; an outsider confirms, gets it by mail, and unsubscribes with one click', async () => {
  const { server } = journey;
  const { system } = server;
  const admin = await newPerson(server, {}, 'Team');
  const colleague = await newColleague(server, admin.orgId, { proven: true });
  const outsider = 'customer@example.com';
  await seedBulkCertificates(system.db, { orgId: admin.orgId, count: 240, now: new Date() });
  await system.db.$client`update organizations set created_at = now() - interval '9 days' where id = ${admin.orgId}`;
  await recordDays(system);

  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, admin, '/analytics');
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  const form = page.getByRole('form', { name: 'Report by mail' });
  await form.getByRole('switch', { name: 'Send the report' }).dispatchEvent('click');
  await form.getByLabel('Time zone').selectOption('Europe/Berlin');
  await form.getByLabel('Recipients').fill(`${colleague.email}\n${outsider}`);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Weekly, on Monday at 08:00 (Europe/Berlin)').waitFor();
  const rowOf = (email: string) => page.getByRole('table', { name: 'Recipients' }).getByRole('row').filter({ hasText: email });
  await rowOf(colleague.email).getByText('Gets the report').waitFor();
  await rowOf(outsider).getByText('Waiting for confirmation').waitFor();

  await page.getByRole('button', { name: 'Show Preview' }).click();
  const mail = page.frameLocator('iframe');
  await mail.getByRole('heading', { name: 'Weekly certificate report: Harborline' }).waitFor();
  await mail.getByRole('row', { name: /^Certificates 240/ }).waitFor();
  await expectAccessible(page, 'the report');
  await expectLaidOut(page, 'the report');
  await page.getByRole('button', { name: 'Send Me a Test' }).click();
  await page.getByText(`Test sent to ${admin.email}`).waitFor();
  expect(contentOf(mailsTo(admin.email, REPORT)[0])).not.toContain('List-Unsubscribe');

  await expectSoon(async () => mailsTo(outsider, /^Do you want a report/).length).toBe(1);
  const link = linkIn(contentOf(mailsTo(outsider, /^Do you want a report/)[0]));
  const stranger = await journey.open();
  await visit(stranger.page, link);
  await expectAccessible(stranger.page, 'the page of a recipient');
  await expectLaidOut(stranger.page, 'the page of a recipient');
  await stranger.page.getByRole('button', { name: 'Confirm' }).click();
  await stranger.page.getByText('This address gets the report.').waitFor();

  await system.db.$client`update report_schedules set next_at = now() - interval '1 hour' where org_id = ${admin.orgId}`;
  // Or the worker did, which looks each minute.
  await enqueueDueReports(system);
  await expectSoon(async () => [outsider, colleague.email].map((to) => mailsTo(to, REPORT).length)).toEqual([1, 1]);
  const content = contentOf(mailsTo(outsider, REPORT)[0]);
  expect(content).toContain('Certificates: 240');
  expect(content).toMatch(/Content-Disposition: attachment; filename=expiring-\d{4}-\d\d-\d\d\.csv/);
  expect(content).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(linkIn(/List-Unsubscribe: *<[^>]*>/.exec(content.replaceAll(/\r?\n /g, ' '))?.[0] ?? '')).toBe(link);

  // A scanner opens the link; a mail program posts to it, without cookies.
  expect(await server.call(link)).toMatchObject({ status: 200 });
  await visit(stranger.page, link);
  await stranger.page.getByRole('button', { name: 'Unsubscribe' }).waitFor();
  const click = {
    ...{ method: 'POST', raw: 'List-Unsubscribe=One-Click' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  expect(await server.call(link, click)).toMatchObject({ status: 200 });
  expect(
    await server.call(
      link.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
      click,
    ),
  ).toMatchObject({ status: 404 });
  await visit(stranger.page, link);
  await stranger.page.getByRole('button', { name: 'Subscribe Again' }).waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await rowOf(outsider).getByText('Unsubscribed').waitFor();
  await rowOf(colleague.email).getByText('Gets the report').waitFor();
  expectQuiet(watched);
  expectQuiet(stranger);
});

it('a plan without reports has a locked card, and nothing of the report in the document or from the API', async () => {
  const { server } = journey;
  const person = await newPerson(server, {}, 'Essentials');
  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, person, '/analytics/report');
  await page.getByRole('region', { name: 'Report by mail' }).getByRole('link', { name: 'Upgrade to Team' }).waitFor();
  await expectAccessible(page, 'the locked report');
  await expectLaidOut(page, 'the locked report');
  const headers = { cookie: await signIn(server, person) };
  const { text } = await server.call('/analytics/report', { headers });
  for (const name of ['recipientStates', 'nextAt', 'Europe/Berlin']) expect(text).not.toContain(name);
  for (const path of ['/v1/reports', '/v1/reports/preview', '/api/trpc/reports.settings', '/api/trpc/reports.preview'])
    expect(await server.call(path, { headers })).toMatchObject({ status: 403 });
  expectQuiet(watched);
});

it('a viewer reads the settings and the preview, and can change nothing', async () => {
  const { server } = journey;
  const viewer = await newPerson(server, { role: 'viewer' }, 'Team');
  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, viewer, '/analytics/report');
  await page.getByText('No recipients yet').waitFor();
  await page.getByRole('button', { name: 'Show Preview' }).click();
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('form').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Send Me a Test' }).count()).toBe(0);
  expectQuiet(watched);
});
