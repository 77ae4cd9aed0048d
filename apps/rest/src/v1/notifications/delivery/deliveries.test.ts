import { deliveryAttempts, notificationChannels } from '@notafter/db';
import type { ChannelQueue } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../../testing/error-body.ts';
import { addNotification } from '../../../testing/notifications.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/deliveries';
const dead = { channel: 'webhook', state: 'dead', sentAt: null, problem: 'The receiver answered 500.' } as const;
type Person = Awaited<ReturnType<typeof newMember>>;
const saveWebhook = (as: Person, enabled = true) =>
  rest.call('POST', '/v1/notifications/channels', {
    as,
    body: { channel_type: 'webhook', enabled, settings: { url: 'https://receiver.example/hook' } },
  });

/** The queue of the channel that was saved. */
const queueOf = async ({ orgId }: Person): Promise<ChannelQueue> => {
  const rows = await rest.ctx.db.select().from(notificationChannels);
  return rows.find((row) => row.orgId === orgId)?.queue ?? 'webhook';
};

describe('200', () => {
  it('lists deliveries by name, newest first, and only the failed ones if asked', async () => {
    const viewer = await newMember(rest, { role: 'viewer' });
    const now = rest.ctx.clock.now();
    const sent = await addNotification(rest, viewer.orgId);
    const failed = await addNotification(rest, viewer.orgId, { delivery: { ...dead, createdAt: new Date(now.getTime() + 1) } });
    const all = await rest.call('GET', path, { as: viewer });
    expect(all).toMatchObject({
      status: 200,
      body: {
        deliveries: [
          { id: failed.id, channel_type: 'webhook', state: 'dead', sent_at: null, problem: 'The receiver answered 500.' },
          {
            id: sent.id,
            alert_id: sent.alertId,
            domain: 'shop.example.com',
            state: 'sent',
            sent_at: now.toISOString(),
            severity: 'critical',
          },
        ],
        next_cursor: null,
        open_alerts: 2,
      },
    });
    const only = await rest.call('GET', `${path}?state=dead`, { as: viewer });
    expect(only).toMatchObject({ status: 200, body: { deliveries: [{ id: failed.id }], next_cursor: null } });
  });

  it('is paged', async () => {
    const admin = await newMember(rest);
    for (let n = 0; n < 3; n += 1) await addNotification(rest, admin.orgId);
    const page = z.object({ deliveries: z.array(z.object({ id: z.string() })), next_cursor: z.string().nullable() });
    const first = page.parse((await rest.call('GET', `${path}?limit=2`, { as: admin })).body);
    const second = page.parse((await rest.call('GET', `${path}?limit=2&cursor=${first.next_cursor}`, { as: admin })).body);
    expect(new Set([...first.deliveries, ...second.deliveries].map(({ id }) => id)).size).toBe(3);
    expect(second.next_cursor).toBeNull();
  });

  it('gets one delivery with its alert and its attempts', async () => {
    const admin = await newMember(rest);
    const messageId = '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e11';
    const { id } = await addNotification(rest, admin.orgId, { delivery: { ...dead, messageId } });
    const now = rest.ctx.clock.now();
    await rest.ctx.db.insert(deliveryAttempts).values({
      messageId,
      orgId: admin.orgId,
      attempt: 1,
      startedAt: now,
      finishedAt: now,
      outcome: 'retry',
      status: 500,
      answer: 'down',
    });
    expect(await rest.call('GET', `${path}/${id}`, { as: admin })).toMatchObject({
      status: 200,
      body: {
        delivery: { id, state: 'dead' },
        attempts: [{ attempt: 1, started_at: now.toISOString(), outcome: 'retry', status: 500, answer: 'down' }],
        alert: {
          summary: 'Expires soon.',
          rule: 'expiry',
          threshold: 7,
          raised_at: now.toISOString(),
          resolved_at: null,
          resolution: null,
        },
      },
    });
  });

  it('sends a failed delivery again', async () => {
    const admin = await newMember(rest);
    await saveWebhook(admin);
    const { id } = await addNotification(rest, admin.orgId, { delivery: { ...dead, channel: await queueOf(admin) } });
    const answer = await rest.call('POST', `${path}/${id}/resend`, { as: admin });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Delivery queued again' } });
    const now = rest.ctx.clock.now().toISOString();
    expect(await rest.call('GET', `${path}/${id}`, { as: admin })).toMatchObject({ body: { delivery: { state: 'pending', due_at: now } } });
  });
});

describe('400', () => {
  it('refuses other states, limits and cursors', async () => {
    const admin = await newMember(rest);
    for (const query of ['state=sent', 'limit=0', 'cursor=x']) {
      expect(await rest.call('GET', `${path}?${query}`, { as: admin })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });

  it('refuses to send over a channel that is not complete', async () => {
    const admin = await newMember(rest);
    const { id } = await addNotification(rest, admin.orgId, { delivery: dead });
    const answer = await rest.call('POST', `${path}/${id}/resend`, { as: admin });
    expect(answer).toMatchObject({ status: 400, body: errorBody('channel_incomplete') });
  });
});

describe('409', () => {
  it('refuses to send what did not fail', async () => {
    const admin = await newMember(rest);
    await saveWebhook(admin);
    const { id } = await addNotification(rest, admin.orgId);
    expect(await rest.call('POST', `${path}/${id}/resend`, { as: admin })).toMatchObject({ status: 409, body: errorBody('conflict') });
  });
});
