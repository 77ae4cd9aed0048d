import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../../testing/error-body.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/notifications/channels/webhook/rotate-secret';
const secret = z.object({ signing_secret: z.string().regex(/^whsec_/) });

describe('200', () => {
  it('answers another secret each time', async () => {
    const admin = await newMember(rest);
    const body = { channel_type: 'webhook', enabled: true, settings: { url: 'https://receiver.example/hook' } };
    const answers = [
      await rest.call('POST', '/v1/notifications/channels', { as: admin, body }),
      await rest.call('POST', path, { as: admin }),
      await rest.call('POST', path, { as: admin }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => secret.parse(answer.body).signing_secret)).size).toBe(3);
  });
});

describe('400', () => {
  it('needs a webhook that was completed', async () => {
    expect(await rest.call('POST', path, { as: await newMember(rest) })).toMatchObject({
      status: 400,
      body: errorBody('channel_incomplete'),
    });
  });
});
