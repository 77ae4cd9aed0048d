import { TEMPLATE_MAX_LENGTH } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const preview = async (template: unknown) =>
  rest.call('POST', '/v1/notifications/template-preview', { as: await newMember(rest, { role: 'viewer' }), body: { template } });

describe('200', () => {
  it('fills a template with the values of a sample', async () => {
    expect(await preview('{{domain}}: {{days}}')).toMatchObject({ status: 200, body: { text: expect.stringMatching(/^\S+: \d+$/) } });
  });

  it('previews the default for a blank one', async () => {
    expect(await preview(' ')).toMatchObject({ status: 200, body: { text: expect.stringMatching(/\d/) } });
  });
});

describe('400', () => {
  it.each([undefined, null, 7, '{{password}}', 'x'.repeat(TEMPLATE_MAX_LENGTH + 1)])('refuses %j', async (template) => {
    expect(await preview(template)).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: 'template' }] } });
  });
});
