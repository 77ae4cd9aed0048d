import { webhookDeliveries } from '@notafter/db';
import { WEBHOOK_ENDPOINTS_MAX } from '@notafter/domain';
import { makeUser, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../../testing/error-body.ts';
import { addServed, NOBODYS_ID, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/webhooks';
const url = 'https://receiver.example/secret-path';
const body = { name: 'Deploy bot', url, types: ['certificate.added'] };
const since = { since: '2020-01-01T00:00:00Z' };
const addedShape = z.object({ endpoint: z.object({ id: z.string() }), signing_secret: z.string().regex(/^whsec_/) });
const eventShape = z.object({ deliveries: z.tuple([z.object({ event_id: z.string() })]) });

const add = async (as: TestUser, given: object = {}) =>
  addedShape.parse((await rest.call('POST', path, { as, body: { ...body, ...given } })).body);
const deliveriesOf = (as: TestUser, id: string, query = '') => rest.call('GET', `${path}/${id}/deliveries${query}`, { as });

/** An admin's endpoint with one event that waits for it. */
const withEvent = async () => {
  const admin = await newMember(rest);
  const { endpoint } = await add(admin);
  await addServed(rest, admin, 'hook.example.com');
  const { deliveries } = eventShape.parse((await deliveriesOf(admin, endpoint.id)).body);
  const eventId = deliveries[0].event_id;
  const fail = () => rest.ctx.db.update(webhookDeliveries).set({ state: 'dead', attempts: 9, status: 500, problem: 'Out of order' });
  return { admin, at: `${path}/${endpoint.id}`, id: endpoint.id, eventId, fail };
};

const _changesOf = (id: string) =>
  [
    ['PUT', `${path}/${id}`, { enabled: true }],
    ['DELETE', `${path}/${id}`, undefined],
    ['POST', `${path}/${id}/rotate-secret`, undefined],
    ['POST', `${path}/${id}/test`, undefined],
    ['POST', `${path}/${id}/events/${NOBODYS_ID}/redeliver`, undefined],
    ['POST', `${path}/${id}/redeliver-failed`, since],
  ] as const;

describe('200', () => {
  it('adds an endpoint, answers its secret once and its URL masked, and lists it to viewers', async () => {
    const admin = await newMember(rest);
    const { endpoint } = await add(admin);
    const viewer = await makeUser(rest.ctx, admin.orgId, { role: 'viewer' });
    const list = await rest.call('GET', path, { as: viewer });
    expect(list).toMatchObject({
      status: 200,
      body: {
        endpoints: [{ id: endpoint.id, name: 'Deploy bot', url: '••••path', types: body.types, state: 'active' }],
        next_cursor: null,
      },
    });
    expect(JSON.stringify(list.body)).not.toMatch(/whsec_|receiver\.example/);
  });

  it('pages the list', async () => {
    const admin = await newMember(rest);
    const first = await add(admin);
    const second = await add(admin);
    const page = await rest.call('GET', `${path}?limit=1`, { as: admin });
    expect(page).toMatchObject({ body: { endpoints: [{ id: first.endpoint.id }] } });
    const cursor = encodeURIComponent(Object(page.body).next_cursor);
    expect(await rest.call('GET', `${path}?limit=1&cursor=${cursor}`, { as: admin })).toMatchObject({
      body: { endpoints: [{ id: second.endpoint.id }], next_cursor: null },
    });
  });

  it('changes only what is given', async () => {
    const admin = await newMember(rest);
    const { endpoint } = await add(admin);
    expect(await rest.call('PUT', `${path}/${endpoint.id}`, { as: admin, body: { enabled: false } })).toMatchObject({
      status: 200,
      body: { endpoint: { name: 'Deploy bot', url: '••••path', enabled: false, state: 'disabled' } },
    });
  });

  it('rotates the secret and signs a test with both', async () => {
    const admin = await newMember(rest);
    const { endpoint, signing_secret: first } = await add(admin);
    const rotated = await rest.call('POST', `${path}/${endpoint.id}/rotate-secret`, { as: admin });
    const second = z.object({ signing_secret: z.string().regex(/^whsec_/) }).parse(rotated.body).signing_secret;
    expect(await rest.call('POST', `${path}/${endpoint.id}/test`, { as: admin })).toMatchObject({
      status: 200,
      body: { message: 'Test event sent!' },
    });
    expect(rest.ctx.gateways.eventPosts.posted.at(-1)).toMatchObject({ url, type: 'test', signingSecrets: [second, first] });
  });

  it('lists deliveries, failed ones alone too, and sends them again', async () => {
    const { admin, at, id, eventId, fail } = await withEvent();
    expect(await deliveriesOf(admin, id, '?state=dead')).toMatchObject({ status: 200, body: { deliveries: [], next_cursor: null } });
    await fail();
    expect(await deliveriesOf(admin, id, '?state=dead')).toMatchObject({
      status: 200,
      body: { deliveries: [{ event_id: eventId, state: 'dead', attempts: 9, status: 500, reason: 'Out of order' }] },
    });
    expect(await rest.call('POST', `${at}/events/${eventId}/redeliver`, { as: admin })).toMatchObject({ status: 200 });
    expect(await deliveriesOf(admin, id)).toMatchObject({ body: { deliveries: [{ event_id: eventId, state: 'pending', attempts: 0 }] } });
    await fail();
    expect(await rest.call('POST', `${at}/redeliver-failed`, { as: admin, body: since })).toMatchObject({
      status: 200,
      body: { queued: 1 },
    });
  });

  it('deletes an endpoint with its deliveries and keeps the event', async () => {
    const { admin, at, id, eventId } = await withEvent();
    expect(await rest.call('DELETE', at, { as: admin })).toMatchObject({ status: 200, body: { message: 'Webhook endpoint deleted' } });
    expect(await deliveriesOf(admin, id)).toMatchObject({ status: 404 });
    expect(await rest.call('GET', '/v1/events', { as: admin })).toMatchObject({ body: { events: [{ id: eventId }] } });
  });
});

describe('400', () => {
  it.each([
    [{ name: '' }, 'name'],
    [{ url: 'receiver.example' }, 'url'],
    [{ url: '••••path' }, 'url'],
    [{ types: [] }, 'types'],
    [{ types: ['certificate.stolen'] }, 'types.0'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ color: 'red' }, 'color'],
  ])('refuses %o and names the field', async (given, field) => {
    expect(await rest.call('POST', path, { as: await newMember(rest), body: { ...body, ...given } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: field }] },
    });
  });

  it('refuses an instant and a state that are none', async () => {
    const { admin, at, id } = await withEvent();
    expect(await rest.call('POST', `${at}/redeliver-failed`, { as: admin, body: { since: 'yesterday' } })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'since' }] },
    });
    expect(await deliveriesOf(admin, id, '?state=late')).toMatchObject({ status: 400, body: { details: [{ path: 'state' }] } });
  });

  it('says what the receiver answered to a test', async () => {
    const { admin, at } = await withEvent();
    rest.ctx.gateways.eventPosts.answerNext({ kind: 'retry', status: 503, answer: 'Busy', retryAfterSeconds: null, outcomeUnknown: false });
    expect(await rest.call('POST', `${at}/test`, { as: admin })).toMatchObject({
      status: 400,
      body: { code: 'webhook_test_failed', error: 'Test failed: Busy (status 503)' },
    });
  });
});

describe('409', () => {
  it('does not queue an event twice', async () => {
    const { admin, at, eventId } = await withEvent();
    expect(await rest.call('POST', `${at}/events/${eventId}/redeliver`, { as: admin })).toMatchObject({
      status: 409,
      body: errorBody('conflict'),
    });
  });

  it('sends nothing again to a disabled endpoint', async () => {
    const { admin, at, eventId } = await withEvent();
    await rest.call('PUT', at, { as: admin, body: { enabled: false } });
    const answers = [
      await rest.call('POST', `${at}/events/${eventId}/redeliver`, { as: admin }),
      await rest.call('POST', `${at}/redeliver-failed`, { as: admin, body: since }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: errorBody('webhook_endpoint_paused') });
  });

  it(`adds at most ${WEBHOOK_ENDPOINTS_MAX}`, async () => {
    const admin = await newMember(rest);
    for (let n = 0; n < WEBHOOK_ENDPOINTS_MAX; n += 1) await add(admin);
    expect(await rest.call('POST', path, { as: admin, body })).toMatchObject({ status: 409, body: errorBody('webhook_endpoint_limit') });
  });
});

describe('429', () => {
  it('limits tests', async () => {
    const { admin, at } = await withEvent();
    for (let n = 0; n < 60; n += 1) await rest.call('POST', `${at}/test`, { as: admin });
    expect(await rest.call('POST', `${at}/test`, { as: admin })).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });
});
