import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

describe('200', () => {
  it('answers org_id, user and email', async () => {
    const viewer = await newMember(rest, { plan: 'Team', role: 'viewer' });
    const answer = await rest.call('GET', '/v1/accounts/session', { as: viewer });
    expect(answer.body).toEqual({
      org_id: viewer.orgId,
      org_name: 'Example',
      plan: 'Team',
      email: viewer.email,
      user: { id: viewer.id, org_id: viewer.orgId, email: viewer.email, first_name: 'Ada', last_name: 'Lovelace', role: 'viewer' },
    });
  });
});
