import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/channels';
type Person = Awaited<ReturnType<typeof newMember>>;
const save = (as: Person, body: unknown) => rest.call('POST', path, { as, body });
const slack = { channel_type: 'slack', enabled: true, settings: { webhook: 'https://hooks.slack.example/T0/secret' } };

describe('200', () => {
  it('answers the channel with its secrets masked', async () => {
    expect(await save(await newMember(rest), slack)).toMatchObject({
      status: 200,
      body: {
        channel: { channel_type: 'slack', enabled: true, settings: { webhook: '••••cret' }, state: 'configured', broken_reason: null },
        signing_secret: null,
      },
    });
  });

  it('keeps a secret whose mask comes back, and what is left out', async () => {
    const admin = await newMember(rest);
    await save(admin, slack);
    const again = await save(admin, { ...slack, enabled: false, settings: { webhook: '••••cret' } });
    expect(again).toMatchObject({ body: { channel: { enabled: false, settings: { webhook: '••••cret' } } } });
    expect(await save(admin, { ...slack, settings: {} })).toMatchObject({ body: { channel: { state: 'configured' } } });
  });

  it('shows the signing secret of a webhook once', async () => {
    const admin = await newMember(rest);
    const webhook = { channel_type: 'webhook', enabled: true, settings: { url: 'https://receiver.example/secret' } };
    expect(await save(admin, webhook)).toMatchObject({ body: { signing_secret: expect.stringMatching(/^whsec_/) } });
    expect(await save(admin, webhook)).toMatchObject({ body: { signing_secret: null } });
  });

  it('takes blank fields as incomplete, and Splunk On-Call by its old name', async () => {
    const splunk = { channel_type: 'victorops', enabled: true, settings: { api_key: '' } };
    expect(await save(await newMember(rest), splunk)).toMatchObject({
      status: 200,
      body: { channel: { channel_type: 'splunk', state: 'incomplete' } },
    });
  });
});

describe('400', () => {
  it.each([
    [{ enabled: true, settings: {} }, 'channel_type'],
    [{ ...slack, channel_type: 'pigeon' }, 'channel_type'],
    [{ ...slack, enabled: 'yes' }, 'enabled'],
    [{ ...slack, settings: null }, 'settings'],
    [{ ...slack, settings: { webhook: 7 } }, 'settings.webhook'],
    [{ ...slack, settings: { webhook: 'not an address' } }, 'settings.webhook'],
    [{ ...slack, settings: { hook: 'x' } }, 'settings.hook'],
    [{ ...slack, color: 'red' }, 'color'],
  ])('refuses %o and names the field', async (body, field) => {
    const answer = await save(await newMember(rest), body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: field }] } });
  });
});

describe('401 and 403', () => {
  it('needs a plan with the channel', async () => {
    expect(await save(await newMember(rest, { plan: 'Starter' }), slack)).toMatchObject({
      status: 403,
      body: { code: 'channel_plan', error: 'Available in: Essentials, Team, Enterprise plans' },
    });
  });
});
