import { addMs, DAY_MS } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

describe('200', () => {
  it('answers the figures of the own organization, viewers included', async () => {
    const admin = await newMember(rest);
    await addServed(rest, admin, 'www.example.com');
    await addServed(rest, admin, 'api.example.com', { notAfter: addMs(rest.ctx.clock.now(), 3 * DAY_MS) });
    const answer = await rest.call('GET', '/v1/certificates/widgets', { as: admin });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        seen: 2,
        issuers: [{ name: "Let's Encrypt", count: 2, percent: 100 }],
        compliance: [{ percent: 100 }, { percent: 50, level: 'Non-compliant' }, { percent: 50 }],
        savings: { wildcard_groups: 1, extra_domains: 0, groups: [{ parent: 'example.com', names: 2, saving: -200 }] },
      },
    });
    const viewer = await newMember(rest, { role: 'viewer' });
    expect(await rest.call('GET', '/v1/certificates/widgets', { as: viewer })).toMatchObject({
      status: 200,
      body: { seen: 0, issuers: [] },
    });
  });
});
