import { reportRecipients } from '@notafter/db';
import { MailError } from '@notafter/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
beforeEach(() => {
  rest.ctx.gateways.mailer.sent.length = 0;
});
afterAll(() => rest.close());

const path = '/v1/reports';
const body = { enabled: true, frequency: 'weekly', hour: 8, time_zone: 'Europe/Berlin', recipients: ['lead@example.com'] };

describe('the settings', () => {
  it('are 200, and take back what they answer', async () => {
    const admin = await newMember(rest);
    expect(await rest.call('GET', path, { as: admin })).toMatchObject({ status: 200, body: { enabled: false, recipients: [] } });
    const saved = await rest.call('PUT', path, { as: admin, body });
    expect(saved).toMatchObject({
      status: 200,
      body: { ...body, recipient_states: [{ email: 'lead@example.com', state: 'pending', last_sent_at: null, problem: null }] },
    });
    const { updated_at, ...again } = JSON.parse(JSON.stringify((await rest.call('PUT', path, { as: admin, body: saved.body })).body));
    expect(saved.body).toMatchObject(again);
    expect(typeof updated_at).toBe('string');
  });

  it('are 400 for what can not be, and name the field', async () => {
    const admin = await newMember(rest);
    for (const [field, value, named] of [
      ['frequency', 'daily', 'frequency'],
      ['hour', 24, 'hour'],
      ['time_zone', 'Mars/Olympus', 'time_zone'],
      ['recipients', ['a@example.com', 'nobody'], 'recipients.1'],
    ] as const) {
      const answer = await rest.call('PUT', path, { as: admin, body: { ...body, [field]: value } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: named }] } });
    }
  });

  it('are 403 on a plan without reports, and show nothing of what was saved', async () => {
    const admin = await newMember(rest, { plan: 'Essentials' });
    for (const [method, where] of [
      ['GET', path],
      ['PUT', path],
      ['GET', `${path}/preview`],
      ['POST', `${path}/test`],
    ] as const) {
      const answer = await rest.call(method, where, { as: admin, ...(method === 'PUT' ? { body } : {}) });
      expect(answer).toMatchObject({ status: 403, body: { code: 'reports_plan' } });
      expect(JSON.stringify(answer.body)).not.toMatch(/recipients|html|next_at/);
    }
  });
});

describe('preview and test', () => {
  it('are 200; the test goes to the caller', async () => {
    const admin = await newMember(rest);
    expect(await rest.call('GET', `${path}/preview`, { as: admin })).toMatchObject({ status: 200, body: { subject: 'report' } });
    expect(await rest.call('POST', `${path}/test`, { as: admin })).toMatchObject({ status: 200, body: { sent_to: admin.email } });
    expect(rest.ctx.gateways.mailer.sent).toMatchObject([{ mail: { kind: 'report', to: admin.email } }]);
  });

  it('are 400 with the answer of the mail server, if it does not take the test', async () => {
    const admin = await newMember(rest);
    rest.ctx.gateways.mailer.failNext(new MailError('no', { retryable: true, answer: '451 Try later' }));
    expect(await rest.call('POST', `${path}/test`, { as: admin })).toMatchObject({
      ...{ status: 400, body: { code: 'report_test_failed', error: 'Test failed: 451 Try later' } },
    });
  });
});

describe('a link', () => {
  it('is 200 without signing in, and changes nothing until it is posted to', async () => {
    const admin = await newMember(rest);
    const email = 'by-link@example.com';
    await rest.call('PUT', path, { as: admin, body: { ...body, recipients: [email] } });
    const [recipient] = (await rest.ctx.db.select().from(reportRecipients)).filter((row) => row.email === email);
    if (recipient === undefined) throw new Error('missing');
    const link = `${path}/links/${rest.ctx.auth.signReportLink(recipient.id)}`;
    const state = (answer: string) => ({ status: 200, body: { email, frequency: 'weekly', state: answer } });
    expect(await rest.call('GET', link)).toMatchObject(state('pending'));
    expect(await rest.call('GET', link)).toMatchObject(state('pending'));
    expect(await rest.call('POST', `${link}/subscribe`)).toMatchObject(state('active'));
    expect(await rest.call('POST', `${link}/unsubscribe`)).toMatchObject(state('unsubscribed'));
    expect(await rest.call('GET', link)).toMatchObject(state('unsubscribed'));
  });

  it('is 400 if it was not signed here', async () => {
    for (const [method, end] of [
      ['GET', ''],
      ['POST', '/subscribe'],
      ['POST', '/unsubscribe'],
    ] as const)
      expect(await rest.call(method, `${path}/links/forged${end}`)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  });
});
