import { servedObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/certificates/facets';

describe('200', () => {
  it('names environments, tags with their counts and protocols, of this organization only', async () => {
    const [admin, other] = [await newMember(rest), await newMember(rest)];
    for (const [who, domain, tags] of [
      [admin, 'one.example.com', { team: 'web' }],
      [admin, 'two.example.com', { team: 'web', tier: 'gold' }],
      [other, 'three.example.com', { team: 'mail' }],
    ] as const) {
      const id = await addServed(rest, who, domain);
      await rest.call('PUT', `/v1/certificates/${id}/tags`, { as: who, body: { tags } });
    }
    rest.ctx.gateways.prober.answer('two.example.com:25', servedObservation('two.example.com'));
    await rest.call('POST', '/v1/certificates/add', { as: admin, body: { domain: 'smtp://two.example.com' } });
    await rest.call('POST', '/v1/environments', { as: admin, body: { name: 'Staging' } });
    expect(await rest.call('GET', path, { as: admin })).toMatchObject({
      status: 200,
      body: {
        environments: [{ name: 'Staging' }],
        tags: [
          { tag: 'team=web', count: 2 },
          { tag: 'tier=gold', count: 1 },
        ],
        protocols: ['tls', 'smtp'],
      },
    });
  });
});
