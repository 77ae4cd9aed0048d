import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addNotification } from '../../../testing/notifications.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/log';

describe('200', () => {
  it('answers each notification as an array in the documented order, newest first', async () => {
    const viewer = await newMember(rest, { role: 'viewer' });
    const now = rest.ctx.clock.now();
    const escalated = { escalatedAt: now, acknowledgedAt: now };
    const first = await addNotification(rest, viewer.orgId, { alert: escalated });
    const waiting = { state: 'pending', sentAt: null, text: null, channel: 'splunk', createdAt: new Date(now.getTime() + 1) } as const;
    const second = await addNotification(rest, viewer.orgId, { delivery: waiting });
    expect(await rest.call('GET', path, { as: viewer })).toMatchObject({
      status: 200,
      body: {
        notification_log: [
          ['shop.example.com', 'shop.example.com expires in 7 days', 'splunk', null, false, second.id, false],
          ['shop.example.com', 'shop.example.com expires in 7 days (2026-11-17)', 'email', now.toISOString(), true, first.id, true],
        ],
        next_cursor: null,
      },
    });
  });

  it('is paged, and contains a test', async () => {
    const admin = await newMember(rest);
    const body = { channel_type: 'email', enabled: true, settings: { email: 'team@example.com' } };
    await rest.call('POST', '/v1/notifications/channels', { as: admin, body });
    for (let n = 0; n < 8; n += 1) await rest.call('POST', '/v1/notifications/channels/email/test', { as: admin });
    const page = Object((await rest.call('GET', `${path}?limit=7`, { as: admin })).body);
    expect(page.notification_log).toHaveLength(7);
    expect(page.notification_log[0]).toMatchObject([
      'Test',
      'Test notification',
      'email',
      expect.any(String),
      false,
      expect.any(String),
      false,
    ]);
    const rest1 = Object((await rest.call('GET', `${path}?limit=500&cursor=${page.next_cursor}`, { as: admin })).body);
    expect(rest1).toMatchObject({ notification_log: [expect.anything()], next_cursor: null });
  });
});

describe('400', () => {
  it.each(['limit=0', 'limit=501', 'limit=x', 'cursor=', 'cursor=garbled'])('refuses ?%s', async (query) => {
    const answer = await rest.call('GET', `${path}?${query}`, { as: await newMember(rest) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});
