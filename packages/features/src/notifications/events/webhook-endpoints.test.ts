import { auditLog, deliveryQueues, events, newId, webhookDeliveries, webhookEndpoints } from '@notafter/db';
import {
  addMs,
  type CertificateId,
  DAY_MS,
  type DeliveryOutcome,
  type EventType,
  entitlementsOf,
  HOUR_MS,
  MINUTE_MS,
  SHARDS,
  type WebhookEndpointId,
} from '@notafter/domain';
import { addWebhookEndpointInput, listWebhookDeliveriesInput } from '@notafter/domain/inputs';
import { createTestContext, makeCertificates, makeOrgContext, servedObservation, type TestContext } from '@notafter/testing';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCertificate } from '../../certificates/add-certificate.ts';
import type { OrgContext } from '../../context.ts';
import { sendChannelNotice } from '../channels/send-channel-notice.ts';
import { deliverSlice } from '../delivery/deliver-slice.ts';
import { enqueueDueDeliveries } from '../delivery/enqueue-due-deliveries.ts';
import { sendChannelNoticeJob } from '../delivery/internal/delivery-jobs.ts';
import { addWebhookEndpoint } from './add-webhook-endpoint.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { listWebhookEndpoints } from './list-webhook-endpoints.ts';
import { recordCertificateEvents } from './record-events.ts';
import { redeliverEvent } from './redeliver-event.ts';
import { redeliverFailedEvents } from './redeliver-failed-events.ts';
import { removeWebhookEndpoint } from './remove-webhook-endpoint.ts';
import { rotateEndpointSecret } from './rotate-endpoint-secret.ts';
import { testWebhookEndpoint } from './test-webhook-endpoint.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
beforeEach(async () => {
  await test.ctx.db.delete(events);
  await test.ctx.db.delete(webhookEndpoints);
  await test.ctx.db.delete(deliveryQueues);
  test.ctx.gateways.eventPosts.posted.length = 0;
  test.ctx.jobs.clear();
  org = await makeOrgContext(test.ctx);
});
afterAll(() => test.close());

const url = 'https://receiver.example/secret-path';
const add = async (types: EventType[] = ['certificate.added'], of = org) =>
  addWebhookEndpoint(of, addWebhookEndpointInput.parse({ name: 'Deploy bot', url, types }));
let hosts = 0;
const happen = async (): Promise<string> => {
  hosts += 1;
  const host = `hook-${hosts}.example`;
  test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host));
  await addCertificate(org, { domain: host });
  return host;
};
const deliver = async (): Promise<void> => {
  const shards = await enqueueDueDeliveries(test.ctx);
  for (const shard of shards) await deliverSlice(test.ctx, { shard });
};
const posted = () => test.ctx.gateways.eventPosts.posted;
const answerNext = (...outcomes: DeliveryOutcome[]) => test.ctx.gateways.eventPosts.answerNext(...outcomes);
const failed: DeliveryOutcome = { kind: 'retry', status: 500, answer: 'Out of order', retryAfterSeconds: null, outcomeUnknown: false };
const log = async (id: WebhookEndpointId, asked: object = {}) =>
  (await listWebhookDeliveries(org, listWebhookDeliveriesInput.parse({ id, ...asked }))).deliveries;
const viewOf = async () => (await listWebhookEndpoints(org)).endpoints[0];

describe('an endpoint', () => {
  it('gets the events of its types, signed, under the id of the event', async () => {
    const { endpoint, signingSecret } = await add();
    await add(['certificate.removed']);
    const host = await happen();
    await deliver();
    const [event] = await test.ctx.db.select().from(events);
    expect(posted()).toEqual([
      { url, signingSecrets: [signingSecret], id: event?.id, type: 'certificate.added', at: event?.occurredAt, data: event?.data },
    ]);
    expect(event?.data).toMatchObject({ certificate: { domain: host } });
    expect(await log(endpoint.id)).toMatchObject([
      {
        eventId: event?.id,
        type: 'certificate.added',
        state: 'sent',
        attempts: 1,
        status: 200,
        reason: null,
        durationMs: expect.any(Number),
      },
    ]);
    await deliver();
    expect(posted()).toHaveLength(1);
  });

  it('hears nothing of another organization', async () => {
    await add(['certificate.added'], await makeOrgContext(test.ctx));
    await happen();
    await deliver();
    expect(posted()).toEqual([]);
  });

  it('is stored sealed and shown masked, and its secret once', async () => {
    const { signingSecret } = await add();
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const stored = JSON.stringify([await test.ctx.db.select().from(webhookEndpoints), await test.ctx.db.select().from(auditLog)]);
    expect(stored).not.toMatch(/secret-path|whsec_/);
    expect(JSON.stringify(await listWebhookEndpoints(org))).not.toMatch(/receiver|whsec_/);
    expect(await viewOf()).toMatchObject({ name: 'Deploy bot', url: '••••path', state: 'active' });
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const { endpoint, signingSecret: first } = await add();
    const { signingSecret: second } = await rotateEndpointSecret(org, endpoint);
    await testWebhookEndpoint(org, endpoint);
    test.ctx.clock.advance(DAY_MS);
    await testWebhookEndpoint(org, endpoint);
    expect(posted().map(({ signingSecrets }) => signingSecrets)).toEqual([[second, first], [second]]);
  });

  it('keeps its address when the mask comes back, and gets nothing while disabled', async () => {
    const { endpoint } = await add();
    await updateWebhookEndpoint(org, { id: endpoint.id, url: endpoint.url, enabled: false });
    await happen();
    await deliver();
    expect(posted()).toEqual([]);
    await updateWebhookEndpoint(org, { id: endpoint.id, enabled: true });
    await happen();
    await deliver();
    expect(posted()).toMatchObject([{ url }]);
  });

  it('is refused to a plan without webhooks, and what waits is cancelled when the plan is lost', async () => {
    const team: OrgContext = { ...org, entitlements: entitlementsOf('Team') };
    await expect(add(['certificate.added'], team)).rejects.toMatchObject({ code: 'webhooks_plan', status: 403 });
    const lost = await makeOrgContext(test.ctx, { plan: 'Team' });
    const { endpoint } = await add(['certificate.added'], { ...lost, entitlements: org.entitlements });
    const [certificateId] = await makeCertificates(test.ctx, lost.org.id, [{}]);
    if (certificateId === undefined) throw new Error('No certificate was made.');
    await test.ctx.db.transaction((db) => recordCertificateEvents({ ...test.ctx, db }, [{ type: 'certificate.added', certificateId }]));
    await deliver();
    expect(posted()).toEqual([]);
    expect(await test.ctx.db.select().from(webhookDeliveries)).toMatchObject([{ endpointId: endpoint.id, state: 'cancelled' }]);
    expect((await listWebhookEndpoints(lost)).endpoints[0]?.state).toBe('not_in_plan');
  });

  it('that is removed takes what waits for it along', async () => {
    const { endpoint } = await add();
    await happen();
    await removeWebhookEndpoint(org, endpoint);
    await deliver();
    expect(posted()).toEqual([]);
    expect(await test.ctx.db.select().from(events)).toHaveLength(1);
  });
});

describe('a delivery that fails', () => {
  it('is tried again under the same id, with the reason in the log meanwhile', async () => {
    const { endpoint } = await add();
    await happen();
    answerNext(failed);
    await deliver();
    expect(await log(endpoint.id)).toMatchObject([
      { state: 'pending', attempts: 1, status: 500, reason: 'Out of order', nextAttemptAt: expect.any(Date) },
    ]);
    await deliver();
    expect(posted()).toHaveLength(1);
    test.ctx.clock.advance(MINUTE_MS);
    await deliver();
    expect(await log(endpoint.id)).toMatchObject([{ state: 'sent', attempts: 2, status: 200, reason: null }]);
    expect(new Set(posted().map(({ id }) => id)).size).toBe(1);
  });

  it('holds nothing else up, but failures in a row leave the endpoint alone for a while', async () => {
    await add();
    for (let n = 0; n < 5; n += 1) await happen();
    answerNext(failed, failed, failed);
    await deliver();
    expect(posted()).toHaveLength(3);
    test.ctx.clock.advance(11_000);
    await deliver();
    expect(posted().length).toBeGreaterThanOrEqual(5);
  });

  it('for three days pauses the endpoint and mails its admins, and a test resumes it', async () => {
    const { endpoint } = await add();
    await happen();
    answerNext(failed, failed, failed, failed);
    for (let n = 0; n < 4; n += 1) {
      expect((await viewOf())?.state).toBe('active');
      await deliver();
      test.ctx.clock.advance(25 * HOUR_MS);
    }
    expect(await viewOf()).toMatchObject({ state: 'paused', pausedReason: 'It took nothing for three days. Last: Out of order' });
    expect((await log(endpoint.id, { limit: 500 })).every(({ state }) => state === 'dead')).toBe(true);
    const [notice] = test.ctx.jobs.payloadsOf(sendChannelNoticeJob);
    if (notice === undefined) throw new Error('No notice was asked for.');
    await sendChannelNotice(test.ctx, notice);
    expect(test.ctx.gateways.mailer.sent.at(-1)?.mail).toMatchObject({
      kind: 'channel-broken',
      channel: 'The webhook endpoint Deploy bot',
    });
    await testWebhookEndpoint(org, endpoint);
    expect(await viewOf()).toMatchObject({ state: 'active', pausedReason: null });
  });

  it('with 410 pauses the endpoint at once', async () => {
    const { endpoint } = await add();
    await happen();
    answerNext({ kind: 'broken', status: 410, answer: 'Gone' });
    await deliver();
    expect(await viewOf()).toMatchObject({ state: 'paused', pausedReason: 'Gone' });
    await expect(redeliverFailedEvents(org, { id: endpoint.id, since: new Date(0) })).rejects.toMatchObject({
      code: 'webhook_endpoint_paused',
    });
    await updateWebhookEndpoint(org, { id: endpoint.id });
    expect(await viewOf()).toMatchObject({ state: 'active' });
  });

  it('because its worker died is sent again', async () => {
    const { endpoint } = await add();
    await happen();
    await test.ctx.db.update(webhookDeliveries).set({ state: 'sending', messageId: newId<'message'>(), attempts: 1 });
    await deliver();
    test.ctx.clock.advance(MINUTE_MS);
    await deliver();
    expect(await log(endpoint.id)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });
});

describe('sending again', () => {
  it('posts one event again under its id, also one that arrived', async () => {
    const { endpoint } = await add();
    await happen();
    await deliver();
    const [sent] = await log(endpoint.id);
    const eventId = sent?.eventId ?? newId<'event'>();
    await redeliverEvent(org, { id: endpoint.id, eventId });
    await expect(redeliverEvent(org, { id: endpoint.id, eventId })).rejects.toMatchObject({ code: 'conflict' });
    await deliver();
    expect(posted().map(({ id }) => id)).toEqual([eventId, eventId]);
    await expect(redeliverEvent(org, { id: endpoint.id, eventId: newId<'event'>() })).rejects.toMatchObject({ code: 'event_not_found' });
  });

  it('of all that failed since an instant takes those of a pause along, and none that arrived', async () => {
    const { endpoint } = await add();
    await happen();
    await deliver();
    test.ctx.clock.advance(HOUR_MS);
    const since = test.ctx.clock.now();
    await happen();
    answerNext({ kind: 'broken', status: 410, answer: 'Gone' });
    await deliver();
    await happen();
    await updateWebhookEndpoint(org, { id: endpoint.id });
    expect(await redeliverFailedEvents(org, { id: endpoint.id, since: addMs(since, -2 * HOUR_MS) })).toEqual({ queued: 2 });
    await deliver();
    expect((await log(endpoint.id)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });

  it('of all that failed leaves out events from before the endpoint was added, however old the instant', async () => {
    await happen();
    test.ctx.clock.advance(HOUR_MS);
    const { endpoint } = await add();
    answerNext({ kind: 'refused', status: 400, answer: 'No' });
    await happen();
    await deliver();
    expect(await redeliverFailedEvents(org, { id: endpoint.id, since: new Date(0) })).toEqual({ queued: 1 });
    expect(await log(endpoint.id)).toHaveLength(1);
  });
});

it('a failed test says the status and a short reason', async () => {
  const { endpoint } = await add();
  answerNext({ kind: 'retry', status: 503, answer: 'Busy', retryAfterSeconds: null, outcomeUnknown: false });
  await expect(testWebhookEndpoint(org, endpoint)).rejects.toMatchObject({
    code: 'webhook_test_failed',
    message: 'Test failed: Busy (status 503)',
  });
});

it('10,000 events at once are logged and queued by one statement, for every endpoint', async () => {
  await add();
  await add();
  const ids: CertificateId[] = [];
  for (let n = 0; n < 10; n += 1)
    ids.push(
      ...(await makeCertificates(
        test.ctx,
        org.org.id,
        Array.from({ length: 1000 }, () => ({})),
      )),
    );
  await test.ctx.db.transaction((db) =>
    recordCertificateEvents(
      { ...test.ctx, db },
      ids.map((certificateId) => ({ type: 'certificate.added', certificateId })),
    ),
  );
  expect(await test.ctx.db.$count(events)).toBe(10_000);
  expect(await test.ctx.db.$count(webhookDeliveries)).toBe(20_000);
  expect((await enqueueDueDeliveries(test.ctx)).length).toBeLessThanOrEqual(SHARDS);
  expect(await test.ctx.db.select().from(deliveryQueues).orderBy(asc(deliveryQueues.channel))).toHaveLength(2);
  await test.ctx.db.delete(webhookDeliveries).where(eq(webhookDeliveries.state, 'pending'));
});
