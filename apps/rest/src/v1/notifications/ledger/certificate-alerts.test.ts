import { newId } from '@notafter/db';
import { addMs, brandId, DAY_MS, LONGEST_SILENCE_DAYS } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
