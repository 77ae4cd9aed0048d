import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/statuspage/test';
const page = { status_page_url: 'https://status.example.com', status_page_api_key: 'a key' };

describe('200', () => {
  it('answers the name of the page', async () => {
    rest.ctx.gateways.statusPages.nameAs({ pageName: 'Acme Status' });
    expect(await rest.call('POST', path, { as: await newMember(rest), body: page })).toMatchObject({
      status: 200,
      body: { pageName: 'Acme Status' },
    });
  });
});

describe('400', () => {
  it('says why the page cannot be had', async () => {
    rest.ctx.gateways.statusPages.nameAs({ problem: 'StatusPage.io does not accept this API key.' });
    expect(await rest.call('POST', path, { as: await newMember(rest), body: page })).toMatchObject({
      status: 400,
      body: { code: 'status_page_failed', error: 'StatusPage.io does not accept this API key.' },
    });
  });

  it.each([{}, { ...page, status_page_url: '' }, { ...page, status_page_url: 'file:///etc/passwd' }, { ...page, status_page_api_key: 7 }])(
    'refuses %o',
    async (body) => {
      expect(await rest.call('POST', path, { as: await newMember(rest), body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    },
  );
});

describe('429', () => {
  it('ends a flood of tests', async () => {
    rest.ctx.gateways.statusPages.nameAs({ pageName: 'Status' });
    const admin = await newMember(rest);
    for (let n = 0; n < 60; n += 1) await rest.call('POST', path, { as: admin, body: page });
    expect(await rest.call('POST', path, { as: admin, body: page })).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });
});
