import { auditLog, newId, organizations, reportRecipients, users } from '@notafter/db';
import { DAY_MS, DomainError } from '@notafter/domain';
import { reportSettingsInput } from '@notafter/domain/inputs';
import {
  createTestContext,
  type MemberContext,
  makeOrgContext,
  makeRequestContext,
  makeUser,
  openAs,
  type TestContext,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getReportLink } from './get-report-link.ts';
import { getReportSettings } from './get-report-settings.ts';
import { sendReportConfirmationJob } from './internal/report-jobs.ts';
import { previewReport } from './preview-report.ts';
import { sendReportConfirmation } from './send-report-confirmation.ts';
import { subscribeByLink } from './subscribe-by-link.ts';
import { testReport } from './test-report.ts';
import { save, tokenFor } from './testing/report-fixtures.ts';
import { unsubscribeByLink } from './unsubscribe-by-link.ts';

let test: TestContext;
let admin: MemberContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
beforeEach(async () => {
  test.ctx.jobs.clear();
  test.ctx.gateways.mailer.sent.length = 0;
  admin = await makeOrgContext(test.ctx, { name: 'Harborline' });
});
afterAll(() => test.close());

const refusal = (call: Promise<unknown>) =>
  call.then(() => null).catch((error: unknown) => (error instanceof DomainError ? error.code : error));
const request = () => makeRequestContext(test.ctx);
const asked = () => test.ctx.jobs.payloadsOf(sendReportConfirmationJob);
const statesOf = async (ctx = admin) =>
  Object.fromEntries((await getReportSettings(ctx)).recipientStates.map(({ email, state }) => [email, state]));
/** Throttles are per address over all organizations. */
const address = (name: string) => `${name}-${newId<'user'>()}@example.com`;

describe('the settings', () => {
  it('are off until they are saved', async () => {
    expect(await getReportSettings(admin)).toMatchObject({ enabled: false, recipients: [], nextAt: null, updatedAt: null });
    // November 10, 2026, is a Tuesday.
    expect(await save(admin, {})).toMatchObject({ enabled: true, nextAt: new Date('2026-11-16T07:00:00Z') });
    expect(await save(admin, { enabled: false })).toMatchObject({ enabled: false, nextAt: null });
  });

  it('move the due time only if the schedule changes', async () => {
    await save(admin, {});
    const before = test.ctx.clock.now();
    test.ctx.clock.advance(8 * DAY_MS);
    expect((await save(admin, { recipients: [address('a')] })).nextAt).toEqual(new Date('2026-11-16T07:00:00Z'));
    expect((await save(admin, { hour: 9 })).nextAt).toEqual(new Date('2026-11-23T08:00:00Z'));
    test.ctx.clock.set(before);
  });

  it('take normalized addresses once, at most twenty, and a known time zone', () => {
    const parse = (input: object) =>
      reportSettingsInput.safeParse({ enabled: true, frequency: 'weekly', hour: 8, timeZone: 'UTC', recipients: [], ...input });
    expect(parse({ recipients: [' Ada@Example.com', 'ada@example.com'] }).data?.recipients).toEqual(['ada@example.com']);
    const many = Array.from({ length: 21 }, (_, index) => `a${index}@example.com`);
    for (const input of [
      { recipients: many },
      { recipients: ['a@b.c, d@e.f'] },
      { timeZone: 'Mars/Olympus' },
      { hour: 24 },
      { frequency: 'daily' },
    ])
      expect(parse(input).success).toBe(false);
  });

  it('leave an audit row', async () => {
    await save(admin, { recipients: [address('a')] });
    const rows = await test.ctx.db.select().from(auditLog).where(eq(auditLog.orgId, admin.org.id));
    expect(rows).toMatchObject([{ action: 'reports/save-report-settings', detail: { enabled: true, frequency: 'weekly', recipients: 1 } }]);
  });
});

describe('a recipient', () => {
  it('is active at once if it is the proven mailbox of a member; all others are asked first, once', async () => {
    const proven = await makeUser(test.ctx, admin.org.id, { proven: true });
    const stranger = address('stranger');
    const otherOrg = await makeOrgContext(test.ctx);
    const foreign = await makeUser(test.ctx, otherOrg.org.id, { proven: true });
    const recipients = [proven.email, admin.actor.email, stranger, foreign.email];
    await save(admin, { recipients });
    await save(admin, { recipients });
    expect(await statesOf()).toEqual({
      ...{ [proven.email]: 'active', [admin.actor.email]: 'pending', [stranger]: 'pending', [foreign.email]: 'pending' },
    });
    expect(asked()).toHaveLength(3);
  });

  it('is mailed a question by an admin, and nothing if it decided, was removed or the plan was lost meanwhile', async () => {
    const [stranger, removed, gone] = [address('stranger'), address('removed'), address('gone')];
    await save(admin, { recipients: [stranger, removed, gone] });
    const jobs = asked();
    await unsubscribeByLink(request(), { token: await tokenFor(admin, gone) });
    await save(admin, { recipients: [stranger, gone] });
    for (const job of jobs) await sendReportConfirmation(test.ctx, job);
    expect(test.ctx.gateways.mailer.sent.map(({ mail }) => mail)).toEqual([
      {
        ...{ kind: 'report-confirmation', to: stranger, inviter: admin.actor.email, organization: 'Harborline', frequency: 'weekly' },
        link: `http://localhost:3000/report/${await tokenFor(admin, stranger)}`,
      },
    ]);
    await test.ctx.db.update(organizations).set({ plan: 'Essentials' }).where(eq(organizations.id, admin.org.id));
    for (const job of jobs) await sendReportConfirmation(test.ctx, job);
    expect(test.ctx.gateways.mailer.sent).toHaveLength(1);
  });

  it('confirms by the link, unsubscribes by the link, and subscribes again by it', async () => {
    const stranger = address('stranger');
    await save(admin, { recipients: [stranger] });
    const token = await tokenFor(admin, stranger);
    expect(await getReportLink(request(), { token })).toEqual({
      ...{ email: stranger, organization: 'Harborline', frequency: 'weekly', state: 'pending' },
    });
    expect(await statesOf()).toEqual({ [stranger]: 'pending' });
    expect(await subscribeByLink(request(), { token })).toMatchObject({ state: 'active' });
    expect(await unsubscribeByLink(request(), { token })).toMatchObject({ state: 'unsubscribed' });
    expect(await unsubscribeByLink(request(), { token })).toMatchObject({ state: 'unsubscribed' });
    expect(await statesOf()).toEqual({ [stranger]: 'unsubscribed' });
    expect(await subscribeByLink(request(), { token })).toMatchObject({ state: 'active' });
  });

  it('that unsubscribed stays so whatever an admin does, also a member', async () => {
    const proven = await makeUser(test.ctx, admin.org.id, { proven: true });
    const stranger = address('stranger');
    const recipients = [proven.email, stranger];
    await save(admin, { recipients });
    for (const email of recipients) await unsubscribeByLink(request(), { token: await tokenFor(admin, email) });
    await save(admin, { recipients: [] });
    expect(await statesOf()).toEqual({});
    test.ctx.jobs.clear();
    await save(admin, { recipients });
    expect(await statesOf()).toEqual({ [proven.email]: 'unsubscribed', [stranger]: 'unsubscribed' });
    expect(asked()).toEqual([]);
  });

  it('that never decided is forgotten when it is removed, with its link', async () => {
    const stranger = address('stranger');
    await save(admin, { recipients: [stranger] });
    const token = await tokenFor(admin, stranger);
    await save(admin, { recipients: [] });
    expect(await refusal(subscribeByLink(request(), { token }))).toBe('not_found');
    await save(admin, { recipients: [stranger] });
    expect(asked()).toHaveLength(2);
    expect(await tokenFor(admin, stranger)).not.toBe(token);
  });

  it('that confirmed and was removed can unsubscribe, but not put itself back', async () => {
    const stranger = address('stranger');
    await save(admin, { recipients: [stranger] });
    const token = await tokenFor(admin, stranger);
    await subscribeByLink(request(), { token });
    await save(admin, { recipients: [] });
    expect(await getReportLink(request(), { token })).toMatchObject({ state: 'removed' });
    expect(await refusal(subscribeByLink(request(), { token }))).toBe('not_found');
    expect(await unsubscribeByLink(request(), { token })).toMatchObject({ state: 'unsubscribed' });
  });

  it('is pending again after leaving the organization', async () => {
    const member = await makeUser(test.ctx, admin.org.id, { proven: true });
    await save(admin, { recipients: [member.email] });
    await test.ctx.db.delete(users).where(eq(users.id, member.id));
    expect(await statesOf()).toEqual({ [member.email]: 'pending' });
  });

  it('has a link that opens for nobody else, and none that is guessed', async () => {
    const [one, other] = [address('one'), address('other')];
    await save(admin, { recipients: [one, other] });
    const [id = ''] = (await tokenFor(admin, one)).split('.');
    const [, mac = ''] = (await tokenFor(admin, other)).split('.');
    expect(await refusal(unsubscribeByLink(request(), { token: `${id}.${mac}` }))).toBe('link_invalid');
    expect(await refusal(unsubscribeByLink(request(), { token: id }))).toBe('link_invalid');
    await unsubscribeByLink(request(), { token: await tokenFor(admin, other) });
    expect(await statesOf()).toEqual({ [one]: 'pending', [other]: 'unsubscribed' });
  });

  it('is asked at most three times a day, over all organizations', async () => {
    const victim = address('victim');
    for (let count = 0; count < 3; count += 1) await save(await makeOrgContext(test.ctx), { recipients: [victim] });
    expect(await refusal(save(admin, { recipients: [victim] }))).toBe('rate_limited');
    expect(await test.ctx.db.$count(reportRecipients, eq(reportRecipients.orgId, admin.org.id))).toBe(0);
  });
});

describe('a plan without reports', () => {
  it('refuses settings, preview and test, and keeps what was saved', async () => {
    const stranger = address('stranger');
    await save(admin, { recipients: [stranger] });
    for (const plan of ['Forever Free', 'Essentials', 'Professional', 'Business']) {
      const lesser = { ...admin, ...(await openAs(test.ctx, await makeUser(test.ctx, (await makeOrgContext(test.ctx, { plan })).org.id))) };
      for (const call of [getReportSettings(lesser), previewReport(lesser), testReport(lesser), save(lesser, {})])
        expect(await refusal(call)).toBe('reports_plan');
    }
    for (const plan of ['Team', 'Enterprise', 'Self-hosted'])
      expect(await refusal(getReportSettings(await makeOrgContext(test.ctx, { plan })))).toBeNull();
    expect(await statesOf()).toEqual({ [stranger]: 'pending' });
  });
});

describe('a test', () => {
  it('goes to the admin who asks, without a link to unsubscribe, and leaves an audit row', async () => {
    expect(await testReport(admin)).toEqual({ sentTo: admin.actor.email });
    expect(test.ctx.gateways.mailer.sent).toMatchObject([{ mail: { kind: 'report', to: admin.actor.email, unsubscribeLink: null } }]);
    const rows = await test.ctx.db.select().from(auditLog).where(eq(auditLog.orgId, admin.org.id));
    expect(rows).toMatchObject([{ action: 'reports/test-report' }]);
  });

  it('is refused to viewers, who may see settings and preview', async () => {
    const viewer = await openAs(test.ctx, await makeUser(test.ctx, admin.org.id, { role: 'viewer' }));
    expect(await refusal(testReport(viewer))).toBe('forbidden');
    expect(await refusal(save(viewer, {}))).toBe('forbidden');
    expect(await refusal(getReportSettings(viewer))).toBeNull();
    expect(await previewReport(viewer)).toMatchObject({ subject: 'report' });
  });
});
