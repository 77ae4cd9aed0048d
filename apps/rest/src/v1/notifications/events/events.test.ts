import { makeUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/events';

describe('200', () => {
  it('answers events newest first, page by page, to viewers too', async () => {
    const admin = await newMember(rest);
    const first = await addServed(rest, admin, 'first.example.com');
    rest.ctx.clock.advance(1000);
    const since = rest.ctx.clock.now().toISOString();
    const second = await addServed(rest, admin, 'second.example.com');
    const viewer = await makeUser(rest.ctx, admin.orgId, { role: 'viewer' });
    const page = await rest.call('GET', `${path}?limit=1`, { as: viewer });
    expect(page).toMatchObject({
      status: 200,
      body: {
        events: [{ type: 'certificate.added', timestamp: since, data: { certificate: { id: second, domain: 'second.example.com' } } }],
      },
    });
    const cursor = encodeURIComponent(Object(page.body).next_cursor);
    expect(await rest.call('GET', `${path}?limit=1&cursor=${cursor}`, { as: viewer })).toMatchObject({
      body: { events: [{ data: { certificate: { id: first } } }], next_cursor: null },
    });
    const later = await rest.call('GET', `${path}?since=${since}&type=certificate.added`, { as: viewer });
    expect(Object(later.body).events).toHaveLength(1);
  });
});

describe('GET /v1/events/{id}', () => {
  it('answers the event that the list names, with an ETag', async () => {
    const admin = await newMember(rest);
    await addServed(rest, admin, 'named.example.com');
    const { body } = await rest.call('GET', path, { as: admin });
    const [event] = Object(body).events;
    const answer = await rest.call('GET', `${path}/${event.id}`, { as: admin });
    expect(answer).toMatchObject({ status: 200, body: { event } });
    expect(answer.headers.get('etag')).toMatch(/^"/);
  });
});

describe('400', () => {
  it.each(['limit=0', 'type=unknown', 'since=yesterday', 'cursor=x'])('refuses %s', async (query) => {
    expect(await rest.call('GET', `${path}?${query}`, { as: await newMember(rest) })).toMatchObject({
      status: 400,
      body: { ...errorBody('invalid_input'), details: [{ path: query.split('=')[0] }] },
    });
  });
});
