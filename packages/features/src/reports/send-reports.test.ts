import { newId, organizations, reportDeliveries, reportSchedules } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, MailError, MINUTE_MS, REPORT_LEASE_MS, REPORT_TRIES_MAX } from '@notafter/domain';
import { createTestContext, type MemberContext, makeOrgContext, makeRequestContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enqueueDueReports } from './enqueue-due-reports.ts';
import { getReportSettings } from './get-report-settings.ts';
import { sendReports } from './send-reports.ts';
import { deliveriesOf, reportsSent, save, saveConfirmed, tokenFor } from './testing/report-fixtures.ts';
import { unsubscribeByLink } from './unsubscribe-by-link.ts';

let test: TestContext;
let admin: MemberContext;
let recipients: string[];
/** A Tuesday. */
const start = new Date('2026-11-10T12:00:00Z');
/** Monday at eight in Berlin. */
const due = new Date('2026-11-16T07:00:00Z');

beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
beforeEach(async () => {
  await test.ctx.db.delete(organizations);
  test.ctx.clock.set(start);
  test.ctx.jobs.clear();
  test.ctx.gateways.mailer.sent.length = 0;
  admin = await makeOrgContext(test.ctx);
  recipients = ['a', 'b'].map((name) => `${name}-${newId<'user'>()}@example.com`);
});
afterAll(() => test.close());

const sent = () => reportsSent(test);
const sentTo = () =>
  sent()
    .map(({ to }) => to)
    .toSorted();
const statesOf = async () => (await deliveriesOf(admin)).map(({ state }) => state);
const run = async (at: Date) => {
  test.ctx.clock.set(at);
  await sendReports(test.ctx);
};

describe('a report', () => {
  it('is sent to each active recipient at its hour, once, with the recipient’s link', async () => {
    await saveConfirmed(admin, recipients);
    await save(admin, { recipients: [...recipients, `pending-${newId<'user'>()}@example.com`] });
    await run(addMs(due, -1));
    expect(sent()).toEqual([]);
    await run(due);
    await run(addMs(due, MINUTE_MS));
    expect(sentTo()).toEqual(recipients.toSorted());
    expect(sent()[0]?.report).toMatchObject({ from: new Date('2026-11-09T07:00:00Z'), until: due, timeZone: 'Europe/Berlin' });
    const links = await Promise.all(sent().map(async ({ to }) => `http://localhost:3000/report/${await tokenFor(admin, to)}`));
    expect(sent().map(({ unsubscribeLink }) => unsubscribeLink)).toEqual(links);
    expect(await getReportSettings(admin)).toMatchObject({ lastSentAt: due, nextAt: addMs(due, 7 * DAY_MS) });
  });

  it('follows the hour of the zone over a change of the clocks', async () => {
    test.ctx.clock.set(new Date('2027-03-20T00:00:00Z'));
    await saveConfirmed(admin, recipients.slice(0, 1));
    for (let at = new Date('2027-03-20T00:00:00Z'); at < new Date('2027-04-07T00:00:00Z'); at = addMs(at, HOUR_MS)) await run(at);
    expect(sent().map(({ report }) => report.until.toISOString())).toEqual([
      '2027-03-22T07:00:00.000Z',
      '2027-03-29T06:00:00.000Z',
      '2027-04-05T06:00:00.000Z',
    ]);
  });

  it('that was missed is sent once after downtime: the last one, with its own period', async () => {
    await saveConfirmed(admin, recipients.slice(0, 1));
    const back = new Date('2026-12-09T15:30:00Z');
    await run(back);
    await run(addMs(back, HOUR_MS));
    expect(sent().map(({ report }) => [report.from.toISOString(), report.until.toISOString(), report.readAt])).toEqual([
      ['2026-11-30T07:00:00.000Z', '2026-12-07T07:00:00.000Z', back],
    ]);
    expect((await getReportSettings(admin)).nextAt).toEqual(new Date('2026-12-14T07:00:00Z'));
  });

  it('is sent once by two workers that run at the same time', async () => {
    await saveConfirmed(admin, recipients);
    for (let count = 0; count < 5; count += 1) {
      const other = await makeOrgContext(test.ctx);
      await saveConfirmed(other, [`many-${newId<'user'>()}@example.com`]);
    }
    test.ctx.clock.set(due);
    await Promise.all(Array.from({ length: 4 }, () => sendReports(test.ctx)));
    expect(sent()).toHaveLength(7);
    expect(new Set(sentTo()).size).toBe(7);
  });

  it('is not sent if it is off, has no recipient, or its organization is disabled', async () => {
    await saveConfirmed(admin, recipients, { enabled: false });
    await saveConfirmed(await makeOrgContext(test.ctx), []);
    const disabled = await makeOrgContext(test.ctx);
    await saveConfirmed(disabled, recipients);
    await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, disabled.org.id));
    await run(due);
    expect(sent()).toEqual([]);
  });

  it('is not sent once the plan was lost, and not made up for when it returns', async () => {
    const setPlan = (plan: string) => test.ctx.db.update(organizations).set({ plan }).where(eq(organizations.id, admin.org.id));
    await saveConfirmed(admin, recipients);
    await setPlan('Essentials');
    await run(due);
    expect(await statesOf()).toEqual([]);
    await setPlan('Team');
    await run(addMs(due, HOUR_MS));
    expect(sent()).toEqual([]);
    await run(addMs(due, 7 * DAY_MS));
    expect(sent()).toHaveLength(2);
  });

  it('does not stop the others if its schedule can not be read', async () => {
    await saveConfirmed(admin, recipients.slice(0, 1));
    const broken = await makeOrgContext(test.ctx);
    await saveConfirmed(broken, recipients.slice(1));
    await test.ctx.db
      .update(reportSchedules)
      .set({ timeZone: 'Mars/Olympus', nextAt: addMs(due, -DAY_MS) })
      .where(eq(reportSchedules.orgId, broken.org.id));
    await run(due);
    expect(sentTo()).toEqual(recipients.slice(0, 1));
    expect(test.ctx.log.entries.some(({ message }) => message === 'the report of an organization was not planned')).toBe(true);
  });
});

describe('a mail', () => {
  it('that the server does not take now is tried again later, and its problem is shown meanwhile', async () => {
    await saveConfirmed(admin, recipients.slice(0, 1));
    test.ctx.gateways.mailer.failNext(new MailError('no', { retryable: true, answer: '451 Try later' }));
    await run(due);
    expect((await getReportSettings(admin)).recipientStates).toMatchObject([{ lastSentAt: null, problem: '451 Try later' }]);
    await run(addMs(due, 4 * MINUTE_MS));
    expect(sent()).toEqual([]);
    await run(addMs(due, 5 * MINUTE_MS));
    expect(sent()).toHaveLength(1);
    expect((await getReportSettings(admin)).recipientStates).toMatchObject([{ problem: null, lastSentAt: addMs(due, 5 * MINUTE_MS) }]);
  });

  it('that is refused for good is not tried again', async () => {
    await saveConfirmed(admin, recipients.slice(0, 1));
    test.ctx.gateways.mailer.failNext(new MailError('no', { retryable: false, answer: '550 No such user' }));
    await run(due);
    await run(addMs(due, DAY_MS));
    expect(await statesOf()).toEqual(['failed']);
    expect(sent()).toEqual([]);
    expect((await getReportSettings(admin)).recipientStates).toMatchObject([{ problem: '550 No such user' }]);
  });

  it('that is never taken is given up after eight tries', async () => {
    await saveConfirmed(admin, recipients.slice(0, 1));
    let tries = 0;
    for (let at: Date | null = due; at !== null; tries += 1) {
      test.ctx.gateways.mailer.failNext(new MailError('no', { retryable: true, answer: '451 Try later' }));
      await run(at);
      at = (await deliveriesOf(admin))[0]?.nextTryAt ?? null;
    }
    expect(tries).toBe(REPORT_TRIES_MAX);
    await run(addMs(due, 2 * DAY_MS));
    expect(sent()).toEqual([]);
    expect(await statesOf()).toEqual(['failed']);
  });

  it('is sent again after the lease if its worker died after sending, with the same Message-ID', async () => {
    await saveConfirmed(admin, recipients.slice(0, 1));
    await run(due);
    // As the row was before its worker could store the outcome.
    await test.ctx.db.update(reportDeliveries).set({ state: 'waiting', sentAt: null, nextTryAt: addMs(due, REPORT_LEASE_MS) });
    await run(addMs(due, REPORT_LEASE_MS - 1));
    expect(sent()).toHaveLength(1);
    await run(addMs(due, REPORT_LEASE_MS));
    const keys = test.ctx.gateways.mailer.sent.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await statesOf()).toEqual(['sent']);
  });

  it('stays sent if a worker that lost its lease hears of a failure later', async () => {
    await saveConfirmed(admin, recipients.slice(0, 1));
    test.ctx.clock.set(due);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stalled = {
      ...test.ctx.gateways.mailer,
      send: async () => {
        asked.resolve();
        await answered.promise;
        throw new MailError('no', { retryable: false, answer: '550 Too late' });
      },
    };
    const slow = sendReports({ ...test.ctx, gateways: { ...test.ctx.gateways, mailer: stalled } });
    await asked.promise;
    await run(addMs(due, REPORT_LEASE_MS));
    expect(sent()).toHaveLength(1);
    answered.resolve();
    await slow;
    expect(await statesOf()).toEqual(['sent']);
    expect((await getReportSettings(admin)).recipientStates).toMatchObject([{ problem: null }]);
  });

  it('is given up if its worker dies each time', async () => {
    await saveConfirmed(admin, recipients.slice(0, 1));
    await run(due);
    await test.ctx.db.update(reportDeliveries).set({ state: 'waiting', sentAt: null, nextTryAt: due, tries: REPORT_TRIES_MAX });
    await run(due);
    expect(await statesOf()).toEqual(['failed']);
    expect(sent()).toHaveLength(1);
  });

  it('is withdrawn if the recipient unsubscribes, or is removed, before it goes out', async () => {
    await saveConfirmed(admin, recipients);
    const [first = ''] = recipients;
    await run(due);
    await test.ctx.db.update(reportDeliveries).set({ state: 'waiting', sentAt: null, nextTryAt: due });
    test.ctx.gateways.mailer.sent.length = 0;
    await unsubscribeByLink(makeRequestContext(test.ctx), { token: await tokenFor(admin, first) });
    await save(admin, { recipients: [first] });
    await run(addMs(due, HOUR_MS));
    expect(sent()).toEqual([]);
    expect(await statesOf()).toEqual(['canceled', 'canceled']);
  });

  it('that still waits gives way to the next report', async () => {
    await saveConfirmed(admin, recipients.slice(0, 1));
    test.ctx.gateways.mailer.failNext(new MailError('no', { retryable: true }));
    await run(due);
    await run(addMs(due, 7 * DAY_MS));
    expect(sent().map(({ report }) => report.until)).toEqual([addMs(due, 7 * DAY_MS)]);
    expect(await statesOf()).toEqual(['canceled', 'sent']);
  });
});

it('the job is enqueued only if a report is due, or waits for its next try', async () => {
  await saveConfirmed(admin, recipients.slice(0, 1));
  expect(await enqueueDueReports(test.ctx)).toBe(false);
  test.ctx.clock.set(due);
  expect(await enqueueDueReports(test.ctx)).toBe(true);
  test.ctx.gateways.mailer.failNext(new MailError('no', { retryable: true }));
  await run(due);
  expect(await enqueueDueReports(test.ctx)).toBe(false);
  test.ctx.clock.advance(5 * MINUTE_MS);
  expect(await enqueueDueReports(test.ctx)).toBe(true);
});
