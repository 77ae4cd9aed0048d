import { newId } from '@notafter/db';
import { addMs, brandId, DAY_MS, LONGEST_SILENCE_DAYS } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { addNotification } from '../../../testing/notifications.ts';
import { addServed, NOBODYS_ID, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const inDays = (days: number) => addMs(rest.ctx.clock.now(), days * DAY_MS).toISOString();

describe('200', () => {
  it('shows open alerts and the days in force, and snoozes and resumes the certificate', async () => {
    const admin = await newMember(rest);
    const id = await addServed(rest, admin, 'snooze.example.com');
    const alertId = newId<'alert'>();
    await addNotification(rest, admin.orgId, { alert: { id: alertId, certificateId: brandId(id) }, delivery: { alertId } });
    await rest.call('POST', '/v1/notifications/alert-settings', { as: admin, body: { alert_days: [30, 7] } });
    const path = `/v1/certificates/${id}`;
    const before = { alert_days: [30, 7], chosen_by: 'organization', day_rule_id: null, snoozed_until: null };
    const raisedAt = rest.ctx.clock.now().toISOString();
    const open = { id: alertId, summary: 'Expires soon.', severity: 'critical', raised_at: raisedAt, acknowledged_at: null };
    expect(await rest.call('GET', `${path}/alerts`, { as: admin })).toMatchObject({ status: 200, body: { ...before, alerts: [open] } });

    const snoozed = await rest.call('POST', `${path}/snooze`, { as: admin, body: { until: inDays(7) } });
    expect(snoozed).toMatchObject({ status: 200, body: { message: 'Alerts snoozed' } });
    expect(await rest.call('GET', `${path}/alerts`, { as: admin })).toMatchObject({ body: { snoozed_until: inDays(7) } });
    for (let n = 0; n < 2; n += 1) {
      const resumed = await rest.call('POST', `${path}/unsnooze`, { as: admin });
      expect(resumed).toMatchObject({ status: 200, body: { message: 'Alerts resumed' } });
    }
    expect(await rest.call('GET', `${path}/alerts`, { as: admin })).toMatchObject({ body: { snoozed_until: null } });
  });
});

describe('400', () => {
  it.each([
    ['nothing', () => ({}), ['until']],
    ['an instant of another form', () => ({ until: 'tomorrow' }), ['until']],
    ['the past', () => ({ until: inDays(-1) }), ['until']],
    ['longer than a silence may last', () => ({ until: inDays(LONGEST_SILENCE_DAYS + 1) }), ['until']],
    ['an unknown field', () => ({ until: inDays(1), days: 1 }), ['days']],
  ])('refuses %s', async (_what, body, paths) => {
    const admin = await newMember(rest);
    const answer = await rest.call('POST', `/v1/certificates/${NOBODYS_ID}/snooze`, { as: admin, body: body() });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: paths.map((path) => ({ path })) } });
  });
});

describe('401 and 403', () => {
  it('needs a sign-in, and an admin to snooze', async () => {
    const viewer = await newMember(rest, { role: 'viewer' });
    const path = `/v1/certificates/${NOBODYS_ID}`;
    const body = { until: inDays(1) };
    for (const [action, sent] of [
      ['snooze', { body }],
      ['unsnooze', {}],
    ] as const) {
      expect(await rest.call('POST', `${path}/${action}`, sent)).toMatchObject({ status: 401, body: errorBody('unauthenticated') });
      expect(await rest.call('POST', `${path}/${action}`, { as: viewer, ...sent })).toMatchObject({
        status: 403,
        body: errorBody('forbidden'),
      });
    }
    expect(await rest.call('GET', `${path}/alerts`)).toMatchObject({ status: 401, body: errorBody('unauthenticated') });
  });
});

describe('404', () => {
  it('knows neither the certificate of another organization nor ids that are none', async () => {
    const admin = await newMember(rest);
    const foreign = await addServed(rest, await newMember(rest), 'foreign-snooze.example.com');
    const missing = { status: 404, body: errorBody('certificate_not_found') };
    for (const id of [foreign, NOBODYS_ID, 'x']) {
      expect(await rest.call('GET', `/v1/certificates/${id}/alerts`, { as: admin })).toMatchObject(missing);
      expect(await rest.call('POST', `/v1/certificates/${id}/unsnooze`, { as: admin })).toMatchObject(missing);
      const body = { until: inDays(1) };
      expect(await rest.call('POST', `/v1/certificates/${id}/snooze`, { as: admin, body })).toMatchObject(missing);
    }
  });
});
