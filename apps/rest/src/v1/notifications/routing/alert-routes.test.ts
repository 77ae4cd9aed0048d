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

const path = '/v1/notification-routes';
type Person = Awaited<ReturnType<typeof newMember>>;
const save = (as: Person, body: unknown) => rest.call('POST', path, { as, body });
const saved = z.object({ route: z.object({ id: z.string() }).loose() });
const channelOf = async (as: Person, name: string, given: object = {}): Promise<string> => {
  const body = { channel_type: 'slack', name, settings: { webhook: 'https://hooks.slack.example/T0/secret' }, ...given };
  const answer = await rest.call('POST', '/v1/notification-channels', { as, body });
  return z.object({ channel: z.object({ id: z.string() }) }).parse(answer.body).channel.id;
};
const environmentOf = async (as: Person): Promise<string> => {
  const answer = await rest.call('POST', '/v1/environments', { as, body: { name: 'Production', description: '' } });
  return z.object({ environment: z.object({ id: z.string() }) }).parse(answer.body).environment.id;
};

describe('200', () => {
  it('saves routes by tag, owner and environment, lists them, takes an answer back, and deletes one', async () => {
    const admin = await newMember(rest);
    const [a, b] = [await channelOf(admin, 'Customer A'), await channelOf(admin, 'Customer B', { enabled: false })];
    const environment_id = await environmentOf(admin);
    const byTag = await save(admin, { tag: 'Customer=A', channel_ids: [a] });
    const tagRoute = {
      id: saved.parse(byTag.body).route.id,
      tag: 'customer=a',
      environment_id: null,
      environment_name: null,
      matches: false,
      channel_ids: [a],
      channels: [{ id: a, channel_type: 'slack', name: 'Customer A', delivers: true }],
    };
    expect(byTag).toMatchObject({ status: 200, body: { route: tagRoute } });
    expect((await save(admin, { owner: 'Ada', channel_ids: [b] })).body).toMatchObject({
      route: { tag: 'owner=ada', channels: [{ name: 'Customer B', delivers: false }] },
    });
    const placed = saved.parse((await save(admin, { environment_id, channel_ids: [a, b] })).body).route;
    expect(placed).toMatchObject({ tag: null, environment_id, environment_name: 'Production', channel_ids: [a, b] });
    for (const route of [tagRoute, placed]) expect((await save(admin, route)).body).toEqual({ route });
    expect((await rest.call('GET', path, { as: admin })).body).toMatchObject({
      routes: [tagRoute, { tag: 'owner=ada' }, placed],
      total: 3,
      next_cursor: null,
    });
    expect(await rest.call('DELETE', `${path}/${placed.id}`, { as: admin })).toMatchObject({
      status: 200,
      body: { message: 'Route deleted' },
    });
    expect((await rest.call('GET', path, { as: admin })).body).toMatchObject({ total: 2 });
  });

  it('answers where the next alert of a certificate goes, and why', async () => {
    const admin = await newMember(rest);
    const id = await addServed(rest, admin, 'routed.example.com');
    const alertsOf = async () => (await rest.call('GET', `/v1/certificates/${id}/alerts`, { as: admin })).body;
    await channelOf(admin, 'Team');
    const a = await channelOf(admin, 'Customer A', { in_default_route: false });
    expect(await alertsOf()).toMatchObject({ channels: [{ name: 'Team', delivers: true }], routes: [] });
    await rest.call('PUT', `/v1/certificates/${id}/tags`, { as: admin, body: { tags: { Customer: 'A' } } });
    await save(admin, { tag: 'customer=a', channel_ids: [a] });
    expect(await alertsOf()).toMatchObject({
      channels: [{ id: a, channel_type: 'slack', name: 'Customer A' }],
      routes: [{ tag: 'customer=a', environment_id: null, environment_name: null }],
    });
  });
});

describe('400', () => {
  it('refuses none or two of tag, owner and environment, and no channel', async () => {
    const admin = await newMember(rest);
    const a = await channelOf(admin, 'Customer A');
    for (const body of [
      { channel_ids: [a] },
      { tag: 'a=b', owner: 'Ada', channel_ids: [a] },
      { tag: 'customer', channel_ids: [a] },
      { tag: 'a=b', channel_ids: [] },
      { tag: 'a=b', channel_ids: ['slack'] },
    ]) {
      expect(await save(admin, body)).toMatchObject({ status: 400, body: { ...errorBody('invalid_input'), details: [{}] } });
    }
  });
});

describe('404', () => {
  it('knows neither channels nor environments nor routes of another organization', async () => {
    const [admin, stranger] = [await newMember(rest), await newMember(rest)];
    const [mine, theirs] = [await channelOf(admin, 'Mine'), await channelOf(stranger, 'Theirs')];
    const theirRoute = saved.parse((await save(stranger, { tag: 'a=b', channel_ids: [theirs] })).body).route.id;
    expect(await save(admin, { tag: 'a=b', channel_ids: [mine, theirs] })).toMatchObject({
      status: 404,
      body: errorBody('channel_not_found'),
    });
    expect(await save(admin, { environment_id: await environmentOf(stranger), channel_ids: [mine] })).toMatchObject({
      status: 404,
      body: errorBody('environment_not_found'),
    });
    for (const id of [theirRoute, NOBODYS_ID, 'route'])
      expect(await rest.call('DELETE', `${path}/${id}`, { as: admin })).toMatchObject({
        status: 404,
        body: errorBody('alert_route_not_found'),
      });
  });
});
