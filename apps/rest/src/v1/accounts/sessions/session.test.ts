import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
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

describe('401', () => {
  it('says that nobody is signed in', async () => {
    expect(await rest.call('GET', '/v1/accounts/session')).toMatchObject({ status: 401, body: errorBody('unauthenticated') });
  });
});

describe('403', () => {
  it('refuses members of a disabled organization', async () => {
    const member = await newMember(rest, { disabled: true });
    const answer = await rest.call('GET', '/v1/accounts/session', { as: member });
    expect(answer).toMatchObject({ status: 403, body: errorBody('organization_disabled') });
  });
});
