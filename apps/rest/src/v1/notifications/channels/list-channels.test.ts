import { channelTypes } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/channels';

describe('200', () => {
  it('lists all ten, secrets masked, to viewers too', async () => {
    const admin = await newMember(rest);
    const body = { channel_type: 'telegram', enabled: true, settings: { token: '123456:a-bot-token', chat_id: '42' } };
    await rest.call('POST', path, { as: admin, body });
    const answer = await rest.call('GET', path, { as: admin });
    expect(answer.status).toBe(200);
    const { channels } = Object(answer.body);
    expect(channels.map((channel: { channel_type: string }) => channel.channel_type)).toEqual(channelTypes);
    expect(channels[0]).toEqual({
      channel_type: 'email',
      enabled: false,
      settings: { email: admin.email },
      state: 'disabled',
      trouble: null,
      broken_reason: null,
    });
    expect(channels[2]).toMatchObject({ channel_type: 'telegram', enabled: true, settings: { token: '••••oken', chat_id: '42' } });
    expect(JSON.stringify(answer.body)).not.toContain('a-bot-token');
    expect(await rest.call('GET', path, { as: await newMember(rest, { role: 'viewer' }) })).toMatchObject({ status: 200 });
  });
});
