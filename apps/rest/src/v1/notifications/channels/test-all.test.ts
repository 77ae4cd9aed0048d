import { channelTypes } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/test-all';

describe('200', () => {
  it('says where the tests arrived and where not', async () => {
    const admin = await newMember(rest);
    for (const [channel_type, settings] of [
      ['email', { email: 'team@example.com' }],
      ['slack', { webhook: 'https://hooks.slack.example/T0/secret' }],
      ['teams', { webhook: '' }],
    ] as const) {
      await rest.call('POST', '/v1/notifications/channels', { as: admin, body: { channel_type, enabled: true, settings } });
    }
    expect(await rest.call('POST', path, { as: admin })).toMatchObject({
      status: 200,
      body: {
        message: 'Test notifications sent!',
        sent: ['email', 'slack'],
        failed: [],
        results: expect.arrayContaining([
          { channel_type: 'slack', channel_name: 'Slack', result: 'sent', reason: null },
          { channel_type: 'teams', channel_name: 'Microsoft Teams', result: 'incomplete', reason: 'The channel is incomplete.' },
          { channel_type: 'webhook', channel_name: 'Webhook', result: 'disabled', reason: 'The channel is disabled.' },
        ]),
      },
    });
    const refused = { kind: 'refused', status: 400, answer: 'invalid_payload' } as const;
    rest.ctx.gateways.channels.answerNext(refused, refused);
    expect(await rest.call('POST', path, { as: admin })).toMatchObject({
      status: 200,
      body: {
        message: 'Failed to send test notifications',
        sent: [],
        failed: [{ channel_type: 'email', reason: 'Test failed: invalid_payload (status 400)' }, { channel_type: 'slack' }],
      },
    });
  });
});

describe('400', () => {
  it('names each channel when none could be sent to', async () => {
    const details = channelTypes.map((type) => ({
      path: type,
      message: type === 'email' ? 'The channel is disabled.' : expect.any(String),
    }));
    expect(await rest.call('POST', path, { as: await newMember(rest) })).toMatchObject({
      status: 400,
      body: { ...errorBody('no_channel_to_test'), details },
    });
  });
});
