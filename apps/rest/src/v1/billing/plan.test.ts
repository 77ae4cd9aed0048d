import { makeCertificates } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/billing/plan';

describe('200', () => {
  it('answers plan, use and limits, and to admins an opaque reference that stays the same', async () => {
    const admin = await newMember(rest, { plan: 'Team' });
    const { body } = await rest.call('GET', path, { as: admin });
    expect(body).toEqual({
      plan: 'Team',
      set_by: 'checkout',
      current_certificates: 0,
      current_members: 1,
      pending_invitations: 0,
      current_environments: 0,
      limits: { certificates: 150, members: 5, environments: 2 },
      client_reference_id: expect.stringMatching(/^[A-Za-z0-9_-]{24}$/),
      subscription: null,
      checkout: ['Essentials', 'Team', 'Enterprise'].map((plan) => ({ plan, monthly_url: null, annual_url: null })),
      portal_url: null,
    });
    expect((await rest.call('GET', path, { as: admin })).body).toEqual(body);
  });

  it('shows viewers nothing about payment', async () => {
    const { status, body } = await rest.call('GET', path, { as: await newMember(rest, { role: 'viewer' }) });
    expect([status, Object.keys(Object(body))]).toEqual([
      200,
      ['plan', 'set_by', 'current_certificates', 'current_members', 'pending_invitations', 'current_environments', 'limits'],
    ]);
  });

  it('adds what has to go before a smaller plan fits, where something has to', async () => {
    const admin = await newMember(rest, { plan: 'Team' });
    const rows = Array.from({ length: 7 }, () => ({}));
    await makeCertificates(rest.ctx, admin.orgId, rows);
    const ask = async (target: string) => Object((await rest.call('GET', `${path}?target=${target}`, { as: admin })).body).downgrade;
    expect(await ask('Forever%20Free')).toEqual({ certificates_to_remove: 2, current_count: 7, new_plan_limit: 5 });
    expect(await ask('Essentials')).toBeUndefined();
  });
});

it('400 for a plan that there is not', async () => {
  const answer = await rest.call('GET', `${path}?target=Gold`, { as: await newMember(rest) });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', details: [{ path: 'target', message: 'is not the name of a plan' }] },
  });
});
