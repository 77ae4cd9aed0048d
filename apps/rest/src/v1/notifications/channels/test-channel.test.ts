import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

type Person = Awaited<ReturnType<typeof newMember>>;
const test = (as: Person, type: string) => rest.call('POST', `/v1/notifications/channels/${type}/test`, { as });
const withChannel = async (channel_type: string, settings: Record<string, string>, plan = 'Enterprise') => {
  const admin = await newMember(rest, { plan });
  await rest.call('POST', '/v1/notifications/channels', { as: admin, body: { channel_type, enabled: true, settings } });
  return admin;
};

describe('200', () => {
  it('sends a test, to Splunk On-Call by its old name too', async () => {
    const admin = await withChannel('splunk', { api_key: 'an-api-key-of-splunk' });
    for (const name of ['splunk', 'victorops']) {
      expect(await test(admin, name)).toMatchObject({ status: 200, body: { message: 'Test notification sent!' } });
    }
    expect(rest.ctx.gateways.channels.sent.slice(-2)).toMatchObject([
      { type: 'splunk', message: { kind: 'test' } },
      { type: 'splunk', message: { kind: 'test' } },
    ]);
  });
});

describe('400', () => {
  it('says what the receiver said', async () => {
    const admin = await withChannel('slack', { webhook: 'https://hooks.slack.example/T0/secret' });
    rest.ctx.gateways.channels.answerNext({ kind: 'broken', status: 404, answer: 'no_service' });
    expect(await test(admin, 'slack')).toMatchObject({
      status: 400,
      body: { code: 'channel_test_failed', error: 'Test failed: no_service (status 404)' },
    });
  });

  it('needs the channel to be configured', async () => {
    const admin = await withChannel('telegram', { token: 'a-token' });
    expect(await test(admin, 'telegram')).toMatchObject({ status: 400, body: errorBody('channel_incomplete') });
    expect(await test(admin, 'slack')).toMatchObject({ status: 400, body: errorBody('channel_incomplete') });
  });
});

describe('401 and 403', () => {
  it('needs a plan with the channel', async () => {
    expect(await test(await newMember(rest, { plan: 'Team' }), 'webhook')).toMatchObject({
      status: 403,
      body: { code: 'channel_plan', error: 'Available in: Enterprise plans' },
    });
  });
});

describe('404', () => {
  it('knows no other kind of channel', async () => {
    expect(await test(await newMember(rest), 'pigeon')).toMatchObject({ status: 404, body: errorBody('channel_not_found') });
  });
});

describe('429', () => {
  it('ends a flood of tests', async () => {
    const admin = await withChannel('email', { email: 'team@example.com' });
    for (let n = 0; n < 60; n += 1) await test(admin, 'email');
    const { status, headers } = await test(admin, 'email');
    expect(status).toBe(429);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
