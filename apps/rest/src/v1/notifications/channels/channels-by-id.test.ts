import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../../testing/error-body.ts';
import { NOBODYS_ID, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notification-channels';
type Person = Awaited<ReturnType<typeof newMember>>;
const settings = { webhook: 'https://hooks.slack.example/T0/secret' };
const slack = (name: string, given: object = {}) => ({ channel_type: 'slack', name, settings, ...given });
const add = (as: Person, body: unknown) => rest.call('POST', path, { as, body });
const saved = z.object({ channel: z.object({ id: z.string() }).loose() });
const addedId = async (as: Person, body: unknown) => saved.parse((await add(as, body)).body).channel.id;

describe('200', () => {
  it('adds two of one type, lists them, changes one, and takes an answer back', async () => {
    const admin = await newMember(rest);
    const first = await add(admin, slack('Customer A', { in_default_route: false }));
    const shown = {
      id: expect.any(String),
      channel_type: 'slack',
      name: 'Customer A',
      enabled: true,
      settings: { webhook: '••••cret' },
      state: 'configured',
      trouble: null,
      broken_reason: null,
      in_default_route: false,
      route_count: 0,
    };
    expect(first).toEqual(expect.objectContaining({ status: 200, body: { channel: shown, signing_secret: null } }));
    const id = await addedId(admin, slack('Customer B'));
    const list = await rest.call('GET', path, { as: admin });
    expect(list.body).toMatchObject({ channels: [shown, { id, name: 'Customer B', in_default_route: true }], total: 2, next_cursor: null });
    const changed = await rest.call('PUT', `${path}/${id}`, { as: admin, body: { enabled: false } });
    const { channel } = saved.parse(changed.body);
    expect(channel).toMatchObject({ id, name: 'Customer B', enabled: false, state: 'disabled' });
    expect((await rest.call('PUT', `${path}/${id}`, { as: admin, body: channel })).body).toMatchObject({ channel });
  });

  it('leaves the calls by type to the first, and to the next after its deletion', async () => {
    const admin = await newMember(rest);
    const [first, second] = [await addedId(admin, slack('Customer A')), await addedId(admin, slack('Customer B', { enabled: false }))];
    const byType = async () => {
      const { body } = await rest.call('GET', '/v1/notifications/channels', { as: admin });
      const { channels } = z.object({ channels: z.array(z.object({ channel_type: z.string() }).loose()) }).parse(body);
      return channels.filter(({ channel_type }) => channel_type === 'slack');
    };
    expect(await byType()).toMatchObject([{ enabled: true }]);
    expect(await rest.call('DELETE', `${path}/${first}`, { as: admin })).toMatchObject({
      status: 200,
      body: { message: 'Channel deleted' },
    });
    expect(await byType()).toMatchObject([{ enabled: false }]);
    expect((await rest.call('GET', path, { as: admin })).body).toMatchObject({ channels: [{ id: second }] });
  });

  it('tests one, and names it in the log', async () => {
    const admin = await newMember(rest);
    await add(admin, slack('Customer A'));
    const id = await addedId(admin, slack('Customer B'));
    expect(await rest.call('POST', `${path}/${id}/test`, { as: admin })).toMatchObject({
      status: 200,
      body: { message: 'Test notification sent!' },
    });
    expect((await rest.call('GET', '/v1/notifications/deliveries', { as: admin })).body).toMatchObject({
      deliveries: [{ channel_type: 'slack', channel_id: id, channel_name: 'Customer B' }],
    });
  });

  it('rotates the signing secret of one', async () => {
    const admin = await newMember(rest);
    const added = await add(admin, { channel_type: 'webhook', name: 'Hook', settings: { url: 'https://receiver.example/hook' } });
    expect(added.body).toMatchObject({ signing_secret: expect.stringMatching(/^whsec_/) });
    const { channel } = saved.parse(added.body);
    expect(await rest.call('POST', `${path}/${channel.id}/rotate-secret`, { as: admin })).toMatchObject({
      status: 200,
      body: { signing_secret: expect.stringMatching(/^whsec_/) },
    });
  });
});

describe('400', () => {
  it('refuses a blank name, an unknown type, and fields that are not the type’s', async () => {
    const admin = await newMember(rest);
    for (const [body, problem] of [
      [slack(' '), 'name'],
      [slack('A', { channel_type: 'pigeon' }), 'channel_type'],
      [slack('A', { settings: { url: 'https://x.example' } }), 'settings.url'],
      [slack('A', { default: true }), 'default'],
    ] as const) {
      const answer = await add(admin, body);
      expect(answer).toMatchObject({ status: 400, body: { ...errorBody('invalid_input'), details: [{ path: problem }] } });
    }
  });
});

describe('403', () => {
  it('refuses a type that the plan lacks', async () => {
    const admin = await newMember(rest, { plan: 'Forever Free' });
    expect(await add(admin, slack('A'))).toMatchObject({ status: 403, body: { code: 'channel_plan' } });
  });
});

describe('404', () => {
  it('knows no channel by another organization’s id, nor by what is not one', async () => {
    const admin = await newMember(rest);
    const theirs = await addedId(await newMember(rest), slack('A'));
    for (const id of [theirs, NOBODYS_ID, 'slack']) {
      for (const [method, where, body] of [
        ['PUT', id, { name: 'B' }],
        ['DELETE', id, undefined],
        ['POST', `${id}/test`, undefined],
        ['POST', `${id}/rotate-secret`, undefined],
      ] as const) {
        const answer = await rest.call(method, `${path}/${where}`, { as: admin, ...(body === undefined ? {} : { body }) });
        expect(answer).toMatchObject({ status: 404, body: errorBody('channel_not_found') });
      }
    }
  });
});

describe('409', () => {
  it('refuses a name in use, and to delete the only channel of a route', async () => {
    const admin = await newMember(rest);
    const id = await addedId(admin, slack('Customer A'));
    expect(await add(admin, slack('customer A'))).toMatchObject({ status: 409, body: errorBody('channel_exists') });
    await rest.call('POST', '/v1/notification-routes', { as: admin, body: { tag: 'customer=a', channel_ids: [id] } });
    expect(await rest.call('DELETE', `${path}/${id}`, { as: admin })).toMatchObject({ status: 409, body: errorBody('channel_in_route') });
  });
});
